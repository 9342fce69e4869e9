package main

import (
	"sort"

	cadvisor "github.com/google/cadvisor/info/v1"
	"k8s.io/apimachinery/pkg/api/resource"
)

const (
	siblingsLast     = "siblings-last"
	siblingsAdjacent = "siblings-adjacent"
)

// standardHugepages are the sizes an x86-64 or arm64 kernel always offers, even when none are reserved.
var standardHugepages = []string{"2Mi", "1Gi"}

// MachineInfo is what cadvisor would have read from sysfs on this machine.
func (m *Machine) MachineInfo() *cadvisor.MachineInfo {
	info := &cadvisor.MachineInfo{NumSockets: m.Sockets}
	totalCores := 0
	for _, zone := range m.Zones {
		totalCores += zone.Cores
	}
	core, cache := 0, 0
	hugepages := map[uint64]uint64{}
	for id, zone := range m.Zones {
		node := cadvisor.Node{Id: id, Memory: uint64(zone.Memory.Value())}
		for other, peer := range m.Zones {
			node.Distances = append(node.Distances, m.Distances.between(id, other, *zone.Socket, *peer.Socket))
		}
		for n := range zone.Cores {
			if zone.CoresPerL3 == 0 && n == 0 || zone.CoresPerL3 > 0 && n%zone.CoresPerL3 == 0 {
				cache++
			}
			node.Cores = append(node.Cores, cadvisor.Core{
				Id:           core,
				SocketID:     *zone.Socket,
				Threads:      m.threads(core, totalCores, zone.ThreadsPerCore),
				UncoreCaches: []cadvisor.Cache{{Id: cache - 1, Level: 3, Type: "Unified"}},
			})
			core++
			info.NumCores += zone.ThreadsPerCore
		}
		for _, size := range zone.hugepageSizes() {
			page := resource.MustParse(size)
			total := zone.Hugepages[size]
			pages := cadvisor.HugePagesInfo{PageSize: uint64(page.Value()) / 1024, NumPages: uint64(total.Value() / page.Value())}
			node.HugePages = append(node.HugePages, pages)
			hugepages[pages.PageSize] += pages.NumPages
		}
		info.MemoryCapacity += node.Memory
		info.Topology = append(info.Topology, node)
	}
	info.NumPhysicalCores = totalCores
	for size, pages := range hugepages {
		info.HugePages = append(info.HugePages, cadvisor.HugePagesInfo{PageSize: size, NumPages: pages})
	}
	sort.Slice(info.HugePages, func(i, j int) bool { return info.HugePages[i].PageSize < info.HugePages[j].PageSize })
	return info
}

func (m *Machine) threads(core, totalCores, perCore int) []int {
	var threads []int
	for t := range perCore {
		if m.CPUNumbering == siblingsAdjacent {
			threads = append(threads, core*perCore+t)
		} else {
			threads = append(threads, core+t*totalCores)
		}
	}
	return threads
}

func (z *Zone) hugepageSizes() []string {
	sizes := append([]string{}, standardHugepages...)
	for size := range z.Hugepages {
		if size != "2Mi" && size != "1Gi" {
			sizes = append(sizes, size)
		}
	}
	sort.Strings(sizes)
	return sizes
}
