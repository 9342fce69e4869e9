package main

import (
	"context"
	"fmt"
	"slices"
	"sort"

	nrt "github.com/k8stopologyawareschedwg/noderesourcetopology-api/pkg/apis/topology/v1alpha2"
	"github.com/k8stopologyawareschedwg/podfingerprint"
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/kubernetes/pkg/kubelet/cm/topologymanager"
	"k8s.io/utils/cpuset"
)

// Style is the updater whose habits the published object follows.
type Style string

const (
	styleNFD Style = "nfd-topology-updater"
	styleRTE Style = "resource-topology-exporter"

	annotationRTEUpdate = "k8stopoawareschedwg/rte-update"
)

// zoneResources are the amounts of one zone by resource.
type zoneResources map[v1.ResourceName]int64

// Topology is the NodeResourceTopology an updater of this style would publish, without its owner.
func (k *Kubelet) Topology(node string, style Style) *nrt.NodeResourceTopology {
	fingerprint := k.fingerprint(style)
	object := &nrt.NodeResourceTopology{
		TypeMeta:   metav1.TypeMeta{APIVersion: nrt.SchemeGroupVersion.String(), Kind: "NodeResourceTopology"},
		ObjectMeta: metav1.ObjectMeta{Name: node},
		Attributes: nrt.AttributeList{
			{Name: "topologyManagerPolicy", Value: k.config.TopologyManagerPolicy},
			{Name: "topologyManagerScope", Value: k.config.TopologyManagerScope},
			{Name: podfingerprint.Attribute, Value: fingerprint},
		},
	}
	if style == styleNFD {
		object.TopologyPolicies = []string{deprecatedPolicy(k.config.TopologyManagerPolicy, k.config.TopologyManagerScope)}
	} else {
		object.Attributes = append(object.Attributes,
			nrt.AttributeInfo{Name: podfingerprint.AttributeMethod, Value: podfingerprint.MethodWithExclusiveResources})
		object.Annotations = map[string]string{podfingerprint.Annotation: fingerprint, annotationRTEUpdate: "reactive"}
	}
	allocatable := k.allocatableByZone()
	used := k.usedByZone(style, allocatable)
	for id := range k.machine.Zones {
		object.Zones = append(object.Zones, k.zone(id, allocatable[id], used[id]))
	}
	return object
}

func (k *Kubelet) zone(id int, allocatable, used zoneResources) nrt.Zone {
	zone := nrt.Zone{Name: zoneName(id), Type: "Node"}
	for other, distance := range k.info.Topology[id].Distances {
		zone.Costs = append(zone.Costs, nrt.CostInfo{Name: zoneName(other), Value: int64(distance)})
	}
	capacity := k.zoneCapacity(id)
	if len(allocatable) == 0 {
		// Both updaters show a zone of which pods get nothing by its CPUs alone.
		allocatable = zoneResources{v1.ResourceCPU: 0}
	}
	for name, total := range allocatable {
		info := nrt.ResourceInfo{
			Name:        string(name),
			Capacity:    *resource.NewQuantity(total, resource.DecimalSI),
			Allocatable: *resource.NewQuantity(total, resource.DecimalSI),
			Available:   *resource.NewQuantity(max(0, total-used[name]), resource.DecimalSI),
		}
		if whole, ok := capacity[name]; ok {
			info.Capacity = *resource.NewQuantity(whole, resource.DecimalSI)
		}
		zone.Resources = append(zone.Resources, info)
	}
	sort.Slice(zone.Resources, func(i, j int) bool { return zone.Resources[i].Name < zone.Resources[j].Name })
	return zone
}

func (k *Kubelet) zoneCapacity(id int) zoneResources {
	node := k.info.Topology[id]
	capacity := zoneResources{v1.ResourceMemory: int64(node.Memory), v1.ResourceCPU: 0}
	for _, core := range node.Cores {
		capacity[v1.ResourceCPU] += int64(len(core.Threads))
	}
	for _, pages := range node.HugePages {
		capacity[hugepageResource(pages.PageSize)] = int64(pages.PageSize * pages.NumPages * 1024)
	}
	return capacity
}

// allocatableByZone is what podresources' GetAllocatableResources tells, summed by zone. The none policies tell nothing.
func (k *Kubelet) allocatableByZone() map[int]zoneResources {
	zones := map[int]zoneResources{}
	add := func(zone int, name v1.ResourceName, amount int64) {
		if zones[zone] == nil {
			zones[zone] = zoneResources{}
		}
		zones[zone][name] += amount
	}
	for zone, cpus := range k.cpusByZone(k.cpu.GetAllocatableCPUs()) {
		add(zone, v1.ResourceCPU, cpus)
	}
	for _, block := range k.memory.GetAllocatableMemory(context.Background()) {
		for _, zone := range block.NUMAAffinity {
			if block.Size > 0 {
				add(zone, block.Type, int64(block.Size))
			}
		}
	}
	for name, list := range k.devices.all {
		for _, device := range list {
			if device.Zone != noZone {
				add(device.Zone, v1.ResourceName(name), 1)
			}
		}
	}
	return zones
}

// usedByZone is what podresources' List tells. The updaters differ in memory that spans zones: RTE counts the whole block in
// each of them, NFD fills the zones in ascending order.
func (k *Kubelet) usedByZone(style Style, allocatable map[int]zoneResources) map[int]zoneResources {
	used := map[int]zoneResources{}
	for id := range k.machine.Zones {
		used[id] = zoneResources{}
	}
	for _, pod := range k.Active() {
		for _, held := range k.reported(pod) {
			cpus, _ := cpuset.Parse(held.CPUs)
			for zone, count := range k.cpusByZone(cpus) {
				used[zone][v1.ResourceCPU] += count
			}
			for name, list := range held.Devices {
				for _, device := range list {
					if device.Zone != noZone {
						used[device.Zone][v1.ResourceName(name)]++
					}
				}
			}
			for _, block := range held.Memory {
				zones := slices.Sorted(slices.Values(block.NUMAAffinity))
				left := int64(block.Size)
				for _, zone := range zones {
					take := left
					if style == styleNFD {
						take = min(left, max(0, allocatable[zone][block.Type]-used[zone][block.Type]))
						left -= take
					}
					used[zone][block.Type] += take
				}
			}
		}
	}
	return used
}

// reported leaves out init containers that have ended, as podresources does.
func (k *Kubelet) reported(pod *v1.Pod) map[string]Assignment {
	held := k.Assignments(pod)
	for _, container := range pod.Spec.InitContainers {
		if container.RestartPolicy == nil || *container.RestartPolicy != v1.ContainerRestartPolicyAlways {
			delete(held, container.Name)
		}
	}
	return held
}

func (k *Kubelet) cpusByZone(cpus cpuset.CPUSet) map[int]int64 {
	counts := map[int]int64{}
	for _, node := range k.info.Topology {
		for _, core := range node.Cores {
			for _, thread := range core.Threads {
				if cpus.Contains(thread) {
					counts[node.Id]++
				}
			}
		}
	}
	return counts
}

func (k *Kubelet) fingerprint(style Style) string {
	pods := k.Active()
	sum := podfingerprint.NewFingerprint(len(pods))
	for _, pod := range pods {
		if style == styleNFD || len(k.reported(pod)) > 0 {
			_ = sum.AddPod(pod)
		}
	}
	return sum.Sign()
}

func zoneName(id int) string { return fmt.Sprintf("node-%d", id) }

// deprecatedPolicy is the enumeration of the topologyPolicies field.
func deprecatedPolicy(policy, scope string) string {
	level := "ContainerLevel"
	if scope == "pod" {
		level = "PodLevel"
	}
	switch policy {
	case topologymanager.PolicySingleNumaNode:
		return "SingleNUMANode" + level
	case topologymanager.PolicyRestricted:
		return "Restricted" + level
	case topologymanager.PolicyBestEffort:
		return "BestEffort" + level
	}
	return "None"
}
