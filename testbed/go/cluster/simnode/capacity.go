package main

import (
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/utils/cpuset"
)

// localStorage is the same on every machine: nothing here is about disks, but pods may ask for some.
var localStorage = resource.MustParse("400Gi")

// CPUs are the ids of all logical CPUs.
func (m *Machine) CPUs() cpuset.CPUSet {
	var ids []int
	for _, node := range m.MachineInfo().Topology {
		for _, core := range node.Cores {
			ids = append(ids, core.Threads...)
		}
	}
	return cpuset.New(ids...)
}

// Capacity is the node's capacity without the number of pods, which is a matter of configuration.
func (m *Machine) Capacity() v1.ResourceList {
	info := m.MachineInfo()
	capacity := v1.ResourceList{
		v1.ResourceCPU:              *resource.NewQuantity(int64(info.NumCores), resource.DecimalSI),
		v1.ResourceMemory:           *resource.NewQuantity(int64(info.MemoryCapacity), resource.BinarySI),
		v1.ResourceEphemeralStorage: localStorage.DeepCopy(),
	}
	for _, pages := range info.HugePages {
		capacity[hugepageResource(pages.PageSize)] = *resource.NewQuantity(int64(pages.PageSize*pages.NumPages*1024), resource.BinarySI)
	}
	for name, count := range m.deviceCounts() {
		capacity[v1.ResourceName(name)] = *resource.NewQuantity(int64(count), resource.DecimalSI)
	}
	return capacity
}

func (m *Machine) deviceCounts() map[string]int {
	counts := map[string]int{}
	for name, count := range m.Devices {
		counts[name] += count
	}
	for _, zone := range m.Zones {
		for name, count := range zone.Devices {
			counts[name] += count
		}
	}
	return counts
}

func (c *Config) nodeResources(m *Machine) (capacity, allocatable v1.ResourceList) {
	capacity = m.Capacity()
	capacity[v1.ResourcePods] = *resource.NewQuantity(int64(c.MaxPods), resource.DecimalSI)
	allocatable = capacity.DeepCopy()
	for name, reserved := range c.Reserved {
		if total, ok := allocatable[name]; ok {
			total.Sub(reserved)
			allocatable[name] = total
		}
	}
	// Memory that is set aside as huge pages can't be had as memory.
	memory := allocatable[v1.ResourceMemory]
	for name, pages := range capacity {
		if isHugepage(name) {
			memory.Sub(pages)
		}
	}
	if memory.Sign() < 0 {
		memory.Set(0)
	}
	allocatable[v1.ResourceMemory] = memory
	return capacity, allocatable
}

func isHugepage(name v1.ResourceName) bool {
	return len(name) > len(v1.ResourceHugePagesPrefix) && name[:len(v1.ResourceHugePagesPrefix)] == v1.ResourceHugePagesPrefix
}

// hugepageResource names a page size given in KiB.
func hugepageResource(kib uint64) v1.ResourceName {
	return v1.ResourceName(v1.ResourceHugePagesPrefix + resource.NewQuantity(int64(kib*1024), resource.BinarySI).String())
}
