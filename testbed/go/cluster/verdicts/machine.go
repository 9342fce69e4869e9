package main

import (
	cadvisor "github.com/google/cadvisor/info/v1"
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/utils/cpuset"
)

// Machine is hardware and what of it is reserved.
type Machine struct {
	Sockets  int  `json:"sockets"`
	Threads  int  `json:"threads"`
	Adjacent bool `json:"adjacent"`
	// Zones have any ids; distances are by position, so both go together only with ids from 0 on.
	Zones     []Zone         `json:"zones"`
	Distances [][]uint64     `json:"distances"`
	Devices   map[string]int `json:"devices"`
	Reserved  []int          `json:"reserved"`
	MaxPods   int64          `json:"maxPods"`
}

// Zone is a NUMA node; amounts of memory are bytes.
type Zone struct {
	ID             int               `json:"id"`
	Socket         int               `json:"socket"`
	Cores          int               `json:"cores"`
	Memory         uint64            `json:"memory"`
	ReservedMemory uint64            `json:"reservedMemory"`
	Hugepages      map[string]uint64 `json:"hugepages"`
	Devices        map[string]int    `json:"devices"`
}

const hugepages2Mi, hugepages1Gi = "hugepages-2Mi", "hugepages-1Gi"

var pageKiB = map[string]uint64{hugepages2Mi: 2 << 10, hugepages1Gi: 1 << 20}

// info is what cadvisor would have read.
func (m *Machine) info() *cadvisor.MachineInfo {
	info := &cadvisor.MachineInfo{NumSockets: m.Sockets}
	total := 0
	for _, zone := range m.Zones {
		total += zone.Cores
	}
	core := 0
	for i, zone := range m.Zones {
		node := cadvisor.Node{Id: zone.ID, Memory: zone.Memory}
		if len(m.Distances) > 0 {
			node.Distances = m.Distances[i]
		}
		for range zone.Cores {
			var threads []int
			for t := range m.Threads {
				if m.Adjacent {
					threads = append(threads, core*m.Threads+t)
				} else {
					threads = append(threads, core+t*total)
				}
			}
			caches := []cadvisor.Cache{{Id: core / 2, Level: 3, Type: "Unified"}}
			node.Cores = append(node.Cores, cadvisor.Core{Id: core, SocketID: zone.Socket, Threads: threads, UncoreCaches: caches})
			core++
			info.NumCores += m.Threads
		}
		for name, kib := range pageKiB {
			node.HugePages = append(node.HugePages, cadvisor.HugePagesInfo{PageSize: kib, NumPages: zone.Hugepages[name] / (kib << 10)})
		}
		info.MemoryCapacity += zone.Memory
		info.Topology = append(info.Topology, node)
	}
	info.NumPhysicalCores = total
	return info
}

func (m *Machine) reservedMemory() map[int]map[v1.ResourceName]uint64 {
	reserved := map[int]map[v1.ResourceName]uint64{}
	for _, zone := range m.Zones {
		reserved[zone.ID] = map[v1.ResourceName]uint64{v1.ResourceMemory: zone.ReservedMemory}
	}
	return reserved
}

func (m *Machine) reservedCPUs() cpuset.CPUSet { return cpuset.New(m.Reserved...) }

// allocatable is the node's, in the units of Amounts.
func (m *Machine) allocatable() Amounts {
	amounts := Amounts{string(v1.ResourcePods): m.MaxPods, string(v1.ResourceEphemeralStorage): 100 << 30}
	for _, zone := range m.Zones {
		memory := int64(zone.Memory - zone.ReservedMemory)
		amounts[string(v1.ResourceCPU)] += int64(zone.Cores*m.Threads) * 1000
		for name := range pageKiB {
			amounts[name] += int64(zone.Hugepages[name])
			memory -= int64(zone.Hugepages[name])
		}
		amounts[string(v1.ResourceMemory)] += memory
		for name, count := range zone.Devices {
			amounts[name] += int64(count)
		}
	}
	amounts[string(v1.ResourceCPU)] -= int64(len(m.Reserved)) * 1000
	for name, count := range m.Devices {
		amounts[name] += int64(count)
	}
	return amounts
}

// Amounts are milli-CPUs, bytes or counts.
type Amounts map[string]int64

func (a Amounts) list() v1.ResourceList {
	list := v1.ResourceList{}
	for name, amount := range a {
		if name == string(v1.ResourceCPU) {
			list[v1.ResourceCPU] = *resource.NewMilliQuantity(amount, resource.DecimalSI)
		} else {
			list[v1.ResourceName(name)] = *resource.NewQuantity(amount, resource.DecimalSI)
		}
	}
	return list
}
