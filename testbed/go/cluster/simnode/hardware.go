package main

import (
	"fmt"
	"os"
	"path/filepath"
	"sort"

	"k8s.io/apimachinery/pkg/api/resource"
	"sigs.k8s.io/yaml"
)

// Machine is the hardware of a node and the kubelet configuration it was delivered with, as one YAML file declares it.
type Machine struct {
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
	// Source names the public document that gives the numbers.
	Source string `json:"source,omitempty"`
	// KubeletVersion is what the node reports; the decisions are those of the linked kubelet in any case.
	KubeletVersion string `json:"kubeletVersion,omitempty"`
	Sockets        int    `json:"sockets,omitempty"`
	ThreadsPerCore int    `json:"threadsPerCore,omitempty"`
	// CPUNumbering says which CPU ids are siblings: "siblings-last" (cpu n and n+cores, the default of most firmware)
	// or "siblings-adjacent" (cpu 2n and 2n+1).
	CPUNumbering string    `json:"cpuNumbering,omitempty"`
	Zones        []Zone    `json:"zones"`
	Distances    Distances `json:"distances,omitempty"`
	// Devices have no NUMA zone: their plugin reports no topology.
	Devices map[string]int `json:"devices,omitempty"`
	// Kubelet holds KubeletConfiguration (v1beta1) fields.
	Kubelet map[string]any `json:"kubelet,omitempty"`
}

// Zone is one NUMA node, or Count equal ones. A zone without cores is memory only, as HBM or CXL memory is.
type Zone struct {
	Count          int                          `json:"count,omitempty"`
	Socket         *int                         `json:"socket,omitempty"`
	Cores          int                          `json:"cores,omitempty"`
	ThreadsPerCore int                          `json:"threadsPerCore,omitempty"`
	CoresPerL3     int                          `json:"coresPerL3,omitempty"`
	Memory         resource.Quantity            `json:"memory,omitempty"`
	Hugepages      map[string]resource.Quantity `json:"hugepages,omitempty"`
	Devices        map[string]int               `json:"devices,omitempty"`
}

// Distances are those of the ACPI SLIT, either as the whole matrix or as three numbers from which it is made.
type Distances struct {
	Matrix     [][]uint64 `json:"matrix,omitempty"`
	Local      uint64     `json:"local,omitempty"`
	SameSocket uint64     `json:"sameSocket,omitempty"`
	Remote     uint64     `json:"remote,omitempty"`
}

func (d Distances) between(a, b, socketA, socketB int) uint64 {
	switch {
	case d.Matrix != nil:
		return d.Matrix[a][b]
	case a == b:
		return d.Local
	case socketA == socketB:
		return d.SameSocket
	default:
		return d.Remote
	}
}

// LoadMachines reads one file or every *.yaml of a folder, by name of machine.
func LoadMachines(path string) (map[string]*Machine, error) {
	files := []string{path}
	if info, err := os.Stat(path); err != nil {
		return nil, err
	} else if info.IsDir() {
		if files, err = filepath.Glob(filepath.Join(path, "*.yaml")); err != nil {
			return nil, err
		}
	}
	sort.Strings(files)
	machines := map[string]*Machine{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		machine, err := ParseMachine(data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		if machines[machine.Name] != nil {
			return nil, fmt.Errorf("%s: machine %q is declared twice", file, machine.Name)
		}
		machines[machine.Name] = machine
	}
	if len(machines) == 0 {
		return nil, fmt.Errorf("no machine is declared in %s", path)
	}
	return machines, nil
}

// ParseMachine reads a declaration, expands counted zones and fills what was left out.
func ParseMachine(data []byte) (*Machine, error) {
	m := &Machine{}
	if err := yaml.UnmarshalStrict(data, m); err != nil {
		return nil, err
	}
	if m.Name == "" || len(m.Zones) == 0 {
		return nil, fmt.Errorf("a machine needs a name and zones")
	}
	m.setDefaults()
	return m, m.validate()
}

func (m *Machine) setDefaults() {
	orOne := func(n *int) {
		if *n == 0 {
			*n = 1
		}
	}
	orOne(&m.Sockets)
	orOne(&m.ThreadsPerCore)
	if m.KubeletVersion == "" {
		m.KubeletVersion = "v1.34.4"
	}
	if m.CPUNumbering == "" {
		m.CPUNumbering = siblingsLast
	}
	var zones []Zone
	withCores := 0
	for _, zone := range m.Zones {
		orOne(&zone.Count)
		if zone.ThreadsPerCore == 0 {
			zone.ThreadsPerCore = m.ThreadsPerCore
		}
		count := zone.Count
		zone.Count = 1
		for range count {
			zones = append(zones, zone)
		}
		if zone.Cores > 0 {
			withCores += count
		}
	}
	m.Zones = zones
	// Sockets share the zones that have CPUs evenly unless a zone says otherwise.
	seen := 0
	for i := range m.Zones {
		socket := 0
		if m.Zones[i].Cores > 0 {
			socket = seen * m.Sockets / withCores
			seen++
		}
		if m.Zones[i].Socket == nil {
			m.Zones[i].Socket = &socket
		}
	}
	if m.Distances.Matrix == nil {
		if m.Distances.Local == 0 {
			m.Distances.Local = 10
		}
		if m.Distances.Remote == 0 {
			m.Distances.Remote = 21
		}
		if m.Distances.SameSocket == 0 {
			m.Distances.SameSocket = m.Distances.Remote
		}
	}
}

func (m *Machine) validate() error {
	if n := len(m.Zones); n > 64 {
		return fmt.Errorf("%d zones: the kubelet's bit mask holds 64", n)
	}
	if m.CPUNumbering != siblingsLast && m.CPUNumbering != siblingsAdjacent {
		return fmt.Errorf("cpuNumbering %q is neither %s nor %s", m.CPUNumbering, siblingsLast, siblingsAdjacent)
	}
	if m.Distances.Matrix != nil {
		if len(m.Distances.Matrix) != len(m.Zones) {
			return fmt.Errorf("the distance matrix has %d rows for %d zones", len(m.Distances.Matrix), len(m.Zones))
		}
		for _, row := range m.Distances.Matrix {
			if len(row) != len(m.Zones) {
				return fmt.Errorf("the distance matrix isn't square")
			}
		}
	}
	for i, zone := range m.Zones {
		for size, total := range zone.Hugepages {
			page, err := resource.ParseQuantity(size)
			if err != nil {
				return fmt.Errorf("zone %d: hugepage size %q: %w", i, size, err)
			}
			if page.Value() == 0 || total.Value()%page.Value() != 0 {
				return fmt.Errorf("zone %d: %s of hugepages isn't a multiple of %s", i, total.String(), size)
			}
		}
	}
	return nil
}
