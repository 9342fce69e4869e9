package main

import (
	"fmt"
	"slices"
	"sort"
	"sync"

	v1 "k8s.io/api/core/v1"
	resourcehelper "k8s.io/component-helpers/resource"
	podutil "k8s.io/kubernetes/pkg/api/v1/pod"
	"k8s.io/kubernetes/pkg/kubelet/cm/topologymanager"
	"k8s.io/kubernetes/pkg/kubelet/cm/topologymanager/bitmask"
)

const noZone = -1

// Device is one unit of an extended resource; Zone is -1 for a device whose plugin tells no topology.
type Device struct {
	ID   string `json:"id"`
	Zone int    `json:"zone"`
}

// devices stands in for the kubelet's device manager, which can't be had without device plugins over gRPC. It gives the same
// hints and, within the affinity it is given, takes the devices with the lowest number.
type devices struct {
	mu       sync.Mutex
	zones    []int
	store    topologymanager.Store
	active   func() []*v1.Pod
	all      map[string][]Device
	assigned map[string]map[string]map[string][]Device // pod UID, container, resource
}

func newDevices(m *Machine, store topologymanager.Store, active func() []*v1.Pod) *devices {
	d := &devices{store: store, active: active, all: map[string][]Device{}, assigned: map[string]map[string]map[string][]Device{}}
	add := func(counts map[string]int, zone int) {
		for name, count := range counts {
			for range count {
				d.all[name] = append(d.all[name], Device{ID: fmt.Sprintf("%s-%d", shortName(name), len(d.all[name])), Zone: zone})
			}
		}
	}
	for i, zone := range m.Zones {
		d.zones = append(d.zones, i)
		add(zone.Devices, i)
	}
	add(m.Devices, noZone)
	return d
}

// GetTopologyHints implements topologymanager.HintProvider.
func (d *devices) GetTopologyHints(pod *v1.Pod, container *v1.Container) map[string][]topologymanager.TopologyHint {
	d.removeStale()
	d.mu.Lock()
	defer d.mu.Unlock()
	hints := map[string][]topologymanager.TopologyHint{}
	for name, count := range d.requests(container.Resources.Limits) {
		own := d.assigned[string(pod.UID)][container.Name][name]
		hints[name] = d.hints(name, count, own, d.reusable(pod, container.Name, name))
	}
	return hints
}

// GetPodTopologyHints implements topologymanager.HintProvider.
func (d *devices) GetPodTopologyHints(pod *v1.Pod) map[string][]topologymanager.TopologyHint {
	d.removeStale()
	d.mu.Lock()
	defer d.mu.Unlock()
	hints := map[string][]topologymanager.TopologyHint{}
	limits := resourcehelper.PodLimits(pod, resourcehelper.PodResourcesOptions{ExcludeOverhead: true})
	for name, count := range d.requests(limits) {
		var own []Device
		for _, byName := range d.assigned[string(pod.UID)] {
			own = append(own, byName[name]...)
		}
		hints[name] = d.hints(name, count, own, nil)
	}
	return hints
}

// Allocate implements topologymanager.HintProvider.
func (d *devices) Allocate(pod *v1.Pod, container *v1.Container) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	uid := string(pod.UID)
	for name, count := range d.requests(container.Resources.Limits) {
		if len(d.assigned[uid][container.Name][name]) == count {
			continue
		}
		taken, err := d.choose(pod, container, name, count)
		if err != nil {
			return err
		}
		d.assign(uid, container.Name, name, taken)
	}
	return nil
}

func (d *devices) choose(pod *v1.Pod, container *v1.Container, name string, count int) ([]Device, error) {
	reusable := d.reusable(pod, container.Name, name)
	taken := append([]Device{}, reusable[:min(len(reusable), count)]...)
	free := d.free(name)
	if missing := count - len(taken); len(free) < missing {
		return nil, fmt.Errorf("requested number of devices unavailable for %s. Requested: %d, Available: %d", name, missing, len(free))
	}
	affinity := d.store.GetAffinity(string(pod.UID), container.Name).NUMANodeAffinity
	// Zones of the affinity first, those with the fewest free devices before the others; devices without a zone last.
	perZone := map[int]int{}
	for _, device := range free {
		perZone[device.Zone]++
	}
	rank := func(device Device) int {
		switch {
		case affinity == nil:
			return 0
		case device.Zone == noZone:
			return 2
		case affinity.IsSet(device.Zone):
			return 0
		}
		return 1
	}
	sort.SliceStable(free, func(i, j int) bool {
		if a, b := rank(free[i]), rank(free[j]); a != b {
			return a < b
		}
		if affinity != nil && perZone[free[i].Zone] != perZone[free[j].Zone] {
			return perZone[free[i].Zone] < perZone[free[j].Zone]
		}
		return false
	})
	return append(taken, free[:count-len(taken)]...), nil
}

func (d *devices) assign(uid, container, name string, taken []Device) {
	if d.assigned[uid] == nil {
		d.assigned[uid] = map[string]map[string][]Device{}
	}
	if d.assigned[uid][container] == nil {
		d.assigned[uid][container] = map[string][]Device{}
	}
	d.assigned[uid][container][name] = taken
}

func (d *devices) hints(name string, count int, own, reusable []Device) []topologymanager.TopologyHint {
	if !slices.ContainsFunc(d.all[name], func(device Device) bool { return device.Zone != noZone }) {
		return nil // no preference
	}
	available := d.free(name)
	if len(own) > 0 {
		if len(own) != count {
			return []topologymanager.TopologyHint{}
		}
		available, reusable = own, nil
	} else if len(available)+len(reusable) < count {
		return []topologymanager.TopologyHint{}
	}
	within := func(mask bitmask.BitMask, list []Device) int {
		n := 0
		for _, device := range list {
			if device.Zone != noZone && mask.IsSet(device.Zone) {
				n++
			}
		}
		return n
	}
	hints := []topologymanager.TopologyHint{}
	narrowest := len(d.zones)
	bitmask.IterateBitMasks(d.zones, func(mask bitmask.BitMask) {
		if within(mask, d.all[name]) >= count {
			narrowest = min(narrowest, mask.Count())
		}
		// Devices an init container leaves behind have to be used again, so a mask without them is no choice.
		reused := within(mask, reusable)
		if reused == len(reusable) && reused+within(mask, available) >= count {
			hints = append(hints, topologymanager.TopologyHint{NUMANodeAffinity: mask})
		}
	})
	for i := range hints {
		hints[i].Preferred = hints[i].NUMANodeAffinity.Count() == narrowest
	}
	return hints
}

// reusable are the devices of the pod's init containers that have ended when the container starts and that no app container took.
func (d *devices) reusable(pod *v1.Pod, container, name string) []Device {
	byContainer := d.assigned[string(pod.UID)]
	var list []Device
	for i := range pod.Spec.InitContainers {
		init := &pod.Spec.InitContainers[i]
		if init.Name == container {
			break
		}
		if podutil.IsRestartableInitContainer(init) {
			continue
		}
		for _, device := range byContainer[init.Name][name] {
			if !slices.Contains(list, device) {
				list = append(list, device)
			}
		}
	}
	for i := range pod.Spec.Containers {
		list = slices.DeleteFunc(list, func(device Device) bool {
			return slices.Contains(byContainer[pod.Spec.Containers[i].Name][name], device)
		})
	}
	return list
}

func (d *devices) free(name string) []Device {
	used := map[string]bool{}
	for _, byContainer := range d.assigned {
		for _, byName := range byContainer {
			for _, device := range byName[name] {
				used[device.ID] = true
			}
		}
	}
	var free []Device
	for _, device := range d.all[name] {
		if !used[device.ID] {
			free = append(free, device)
		}
	}
	return free
}

func (d *devices) requests(limits v1.ResourceList) map[string]int {
	requests := map[string]int{}
	for name, quantity := range limits {
		if _, known := d.all[string(name)]; known && quantity.Value() > 0 {
			requests[string(name)] = int(quantity.Value())
		}
	}
	return requests
}

func (d *devices) removeStale() {
	alive := map[string]bool{}
	for _, pod := range d.active() {
		alive[string(pod.UID)] = true
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for uid := range d.assigned {
		if !alive[uid] {
			delete(d.assigned, uid)
		}
	}
}

// of are the devices of a container by resource.
func (d *devices) of(uid, container string) map[string][]Device {
	d.mu.Lock()
	defer d.mu.Unlock()
	copied := map[string][]Device{}
	for name, list := range d.assigned[uid][container] {
		copied[name] = append([]Device{}, list...)
	}
	return copied
}

func shortName(resource string) string {
	for i := len(resource) - 1; i >= 0; i-- {
		if resource[i] == '/' {
			return resource[i+1:]
		}
	}
	return resource
}
