package main

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/kubernetes/pkg/kubelet/cm/containermap"
	cpustate "k8s.io/kubernetes/pkg/kubelet/cm/cpumanager/state"
	memorystate "k8s.io/kubernetes/pkg/kubelet/cm/memorymanager/state"
	"k8s.io/kubernetes/pkg/kubelet/cm/topologymanager"
	"k8s.io/kubernetes/pkg/kubelet/cm/topologymanager/bitmask"
	"k8s.io/utils/cpuset"
)

type sources = sets.Set[string]

const (
	cpuStateFile = "cpu_manager_state"

	annotationCPUSet     = "testbed.numaresources.io/cpuset"
	annotationZones      = "testbed.numaresources.io/numa-nodes"
	annotationAssignment = "testbed.numaresources.io/assignment"
)

// Assignment is what one container holds exclusively.
type Assignment struct {
	CPUs    string              `json:"cpus,omitempty"`
	Memory  []memorystate.Block `json:"memory,omitempty"`
	Devices map[string][]Device `json:"devices,omitempty"`
}

func (a Assignment) empty() bool { return a.CPUs == "" && len(a.Memory) == 0 && len(a.Devices) == 0 }

// Assignments are what the containers of a pod hold, by name; containers that hold nothing are left out.
func (k *Kubelet) Assignments(pod *v1.Pod) map[string]Assignment {
	uid := string(pod.UID)
	held := map[string]Assignment{}
	for _, container := range append(slices.Clone(pod.Spec.InitContainers), pod.Spec.Containers...) {
		a := Assignment{CPUs: k.cpu.GetExclusiveCPUs(uid, container.Name).String(), Devices: k.devices.of(uid, container.Name)}
		for _, block := range k.memory.GetMemory(context.Background(), uid, container.Name) {
			if block.Size > 0 {
				a.Memory = append(a.Memory, block)
			}
		}
		if !a.empty() {
			held[container.Name] = a
		}
	}
	return held
}

// zones are the NUMA nodes an assignment touches.
func (k *Kubelet) zones(a Assignment) []int {
	touched := sets.New[int]()
	cpus, _ := cpuset.Parse(a.CPUs)
	for _, node := range k.info.Topology {
		for _, core := range node.Cores {
			for _, thread := range core.Threads {
				if cpus.Contains(thread) {
					touched.Insert(node.Id)
				}
			}
		}
	}
	for _, block := range a.Memory {
		touched.Insert(block.NUMAAffinity...)
	}
	for _, list := range a.Devices {
		for _, device := range list {
			if device.Zone != noZone {
				touched.Insert(device.Zone)
			}
		}
	}
	return sets.List(touched)
}

// Annotations record where a pod landed: two for people and tests, one for the next start of this program.
func (k *Kubelet) Annotations(pod *v1.Pod) map[string]string {
	held := k.Assignments(pod)
	if len(held) == 0 {
		return nil
	}
	var names, cpus, zones []string
	for name := range held {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		if held[name].CPUs != "" {
			cpus = append(cpus, name+"="+held[name].CPUs)
		}
		if list := k.zones(held[name]); len(list) > 0 {
			zones = append(zones, name+"="+cpuset.New(list...).String())
		}
	}
	full, err := json.Marshal(held)
	if err != nil {
		panic(err) // plain data
	}
	return map[string]string{
		annotationCPUSet:     strings.Join(cpus, ";"),
		annotationZones:      strings.Join(zones, ";"),
		annotationAssignment: string(full),
	}
}

// restoredPod is a pod that kept running while this program did not.
type restoredPod struct {
	pod  *v1.Pod
	held map[string]Assignment
}

func recorded(pods []*v1.Pod) []restoredPod {
	var list []restoredPod
	for _, pod := range pods {
		held := map[string]Assignment{}
		if text := pod.Annotations[annotationAssignment]; text != "" && json.Unmarshal([]byte(text), &held) == nil {
			list = append(list, restoredPod{pod, held})
		}
	}
	return list
}

// seedCPUState writes the CPU manager's checkpoint as it was before this program ended.
func seedCPUState(k *Kubelet, restored []restoredPod, file string) error {
	assignments := cpustate.ContainerCPUAssignments{}
	shared := k.machine.CPUs()
	if k.config.CPUManagerPolicyOptions["strict-cpu-reservation"] == "true" {
		shared = shared.Difference(k.config.ReservedCPUs)
	}
	for _, r := range restored {
		for container, held := range r.held {
			cpus, err := cpuset.Parse(held.CPUs)
			if err != nil {
				return fmt.Errorf("pod %s/%s: recorded CPUs: %w", r.pod.Namespace, r.pod.Name, err)
			}
			if cpus.IsEmpty() {
				continue
			}
			if assignments[string(r.pod.UID)] == nil {
				assignments[string(r.pod.UID)] = map[string]cpuset.CPUSet{}
			}
			assignments[string(r.pod.UID)][container] = cpus
			shared = shared.Difference(cpus)
		}
	}
	if len(assignments) == 0 {
		return nil
	}
	state, err := cpustate.NewCheckpointState(filepath.Dir(file), filepath.Base(file), k.config.CPUManagerPolicy, containermap.NewContainerMap())
	if err != nil {
		return err
	}
	state.SetDefaultCPUSet(shared)
	state.SetCPUAssignments(assignments)
	return nil
}

// restore gives memory and devices back. Memory is allocated anew with the recorded zones as affinity, which leads to the
// same blocks without this program knowing how the manager counts them.
func (k *Kubelet) restore(restored []restoredPod) error {
	for _, r := range restored {
		for _, container := range append(slices.Clone(r.pod.Spec.InitContainers), r.pod.Spec.Containers...) {
			held := r.held[container.Name]
			if len(held.Memory) > 0 {
				if err := k.memory.Allocate(r.pod, &container); err != nil {
					return fmt.Errorf("pod %s/%s: recorded memory: %w", r.pod.Namespace, r.pod.Name, err)
				}
			}
			for name, list := range held.Devices {
				k.devices.assign(string(r.pod.UID), container.Name, name, list)
			}
		}
	}
	return nil
}

// affinities is the topology manager's store, with the recorded memory zones in its place while pods are restored.
type affinities struct {
	topologymanager.Store
	recorded []restoredPod
}

func (a *affinities) GetAffinity(uid, container string) topologymanager.TopologyHint {
	for _, r := range a.recorded {
		if string(r.pod.UID) != uid || len(r.held[container].Memory) == 0 {
			continue
		}
		zones := sets.New[int]()
		for _, block := range r.held[container].Memory {
			zones.Insert(block.NUMAAffinity...)
		}
		if mask, err := bitmask.NewBitMask(sets.List(zones)...); err == nil {
			return topologymanager.TopologyHint{NUMANodeAffinity: mask, Preferred: true}
		}
	}
	return a.Store.GetAffinity(uid, container)
}
