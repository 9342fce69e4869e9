package main

import (
	"fmt"

	v1 "k8s.io/api/core/v1"
	"k8s.io/kubernetes/pkg/kubelet/cm/memorymanager"
	schedulerframework "k8s.io/kubernetes/pkg/scheduler/framework"
	"k8s.io/utils/cpuset"
)

const nodeName = "node"

// Node is what is known of the node before the asked pod comes. Zones have what an updater publishes; a resource whose manager
// has the none policy is missing, as it is there.
type Node struct {
	Zones       []NodeZone `json:"zones"`
	Allocatable Amounts    `json:"allocatable"`
	Free        Amounts    `json:"free"`
	// Groups have for each zone a mask of the zones that pods' memory spans from it; 0 without pods.
	Groups map[string]uint64 `json:"groups"`
	// Stranded are the free threads of partly reserved cores.
	Stranded int `json:"stranded"`
}

// NodeZone is one zone of a NodeResourceTopology.
type NodeZone struct {
	ID          int     `json:"id"`
	Socket      int     `json:"socket"`
	Capacity    Amounts `json:"capacity"`
	Allocatable Amounts `json:"allocatable"`
	Available   Amounts `json:"available"`
}

// Node describes the node as it is now.
func (k *kubelet) Node() *Node {
	node := &Node{Allocatable: k.machine.allocatable(), Free: k.free(), Groups: map[string]uint64{}}
	reserved := k.machine.reservedCPUs()
	available := k.cpuState.GetDefaultCPUSet().Difference(reserved)
	for _, hardware := range k.machine.Zones {
		zone := NodeZone{ID: hardware.ID, Socket: hardware.Socket, Capacity: Amounts{}, Allocatable: Amounts{}, Available: Amounts{}}
		cpus := k.cpuTopology.CPUDetails.CPUsInNUMANodes(hardware.ID)
		zone.add(string(v1.ResourceCPU), cpus.Size()*1000, k.cpu.GetAllocatableCPUs(k.cpuState).Intersection(cpus).Size()*1000,
			available.Intersection(cpus).Size()*1000)
		for name := range k.devices.all {
			count := hardware.Devices[name]
			zone.add(name, count, count, k.freeDevices(name, hardware.ID))
		}
		if k.memory.Name() == string(memorymanager.PolicyTypeStatic) {
			k.addMemory(&zone, node.Groups)
		}
		node.Zones = append(node.Zones, zone)
	}
	partly := cpuset.New()
	for _, cpu := range reserved.UnsortedList() {
		core, _ := k.cpuTopology.CPUCoreID(cpu)
		partly = partly.Union(k.cpuTopology.CPUDetails.CPUsInCores(core))
	}
	node.Stranded = partly.Intersection(available).Size()
	return node
}

func (z *NodeZone) add(name string, capacity, allocatable, available int) {
	if allocatable > 0 || name == string(v1.ResourceCPU) {
		z.Capacity[name], z.Allocatable[name], z.Available[name] = int64(capacity), int64(allocatable), int64(available)
	}
}

func (k *kubelet) addMemory(zone *NodeZone, groups map[string]uint64) {
	state := k.memoryState.GetMachineState()[zone.ID]
	for name, table := range state.MemoryMap {
		if table.Allocatable > 0 {
			zone.Capacity[string(name)] = int64(table.TotalMemSize)
			zone.Allocatable[string(name)] = int64(table.Allocatable)
			zone.Available[string(name)] = int64(table.Free)
		}
	}
	mask := uint64(0)
	if state.NumberOfAssignments > 0 {
		for _, id := range state.Cells {
			mask |= 1 << id
		}
	}
	groups[fmt.Sprint(zone.ID)] = mask
}

func (k *kubelet) freeDevices(name string, zone int) int {
	count := 0
	for _, one := range k.devices.free(name) {
		if one.zone == zone {
			count++
		}
	}
	return count
}

// free is what the scheduler's and the kubelet's sums leave.
func (k *kubelet) free() Amounts {
	info := schedulerframework.NewNodeInfo(k.pods...)
	free := k.machine.allocatable()
	free[string(v1.ResourceCPU)] -= info.Requested.MilliCPU
	free[string(v1.ResourceMemory)] -= info.Requested.Memory
	free[string(v1.ResourceEphemeralStorage)] -= info.Requested.EphemeralStorage
	free[string(v1.ResourcePods)] -= int64(len(k.pods))
	for name, amount := range info.Requested.ScalarResources {
		if _, known := free[string(name)]; known {
			free[string(name)] -= amount
		}
	}
	return free
}
