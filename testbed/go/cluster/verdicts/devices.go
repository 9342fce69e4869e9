package main

import (
	"fmt"
	"math/rand"
	"slices"
	"sort"

	v1 "k8s.io/api/core/v1"
	resourcehelper "k8s.io/component-helpers/resource"
	podutil "k8s.io/kubernetes/pkg/api/v1/pod"
	"k8s.io/kubernetes/pkg/kubelet/cm/topologymanager"
	"k8s.io/kubernetes/pkg/kubelet/cm/topologymanager/bitmask"
)

const noZone = -1

type device struct {
	id, zone int
}

// devices stands in for the device manager, which can't be had without device plugins over gRPC: the same hints, and where that
// one takes devices from an unordered set, these are drawn at random.
type devices struct {
	zones    []int
	store    topologymanager.Store
	random   *rand.Rand
	all      map[string][]device
	assigned map[string]map[string]map[string][]device // pod UID, container, resource
	reusable map[string]map[string][]device            // pod UID, resource
}

func newDevices(m *Machine, store topologymanager.Store, random *rand.Rand) *devices {
	d := &devices{store: store, random: random, all: map[string][]device{},
		assigned: map[string]map[string]map[string][]device{}, reusable: map[string]map[string][]device{}}
	add := func(counts map[string]int, zone int) {
		for name, count := range counts {
			for range count {
				d.all[name] = append(d.all[name], device{len(d.all[name]), zone})
			}
		}
	}
	for _, zone := range m.Zones {
		d.zones = append(d.zones, zone.ID)
		add(zone.Devices, zone.ID)
	}
	add(m.Devices, noZone)
	return d
}

func (d *devices) GetTopologyHints(pod *v1.Pod, container *v1.Container) hints {
	all := hints{}
	for name, count := range d.requests(container.Resources.Limits) {
		all[name] = d.hints(name, count, d.reusable[string(pod.UID)][name])
	}
	return all
}

func (d *devices) GetPodTopologyHints(pod *v1.Pod) hints {
	all := hints{}
	limits := resourcehelper.PodLimits(pod, resourcehelper.PodResourcesOptions{ExcludeOverhead: true})
	for name, count := range d.requests(limits) {
		all[name] = d.hints(name, count, nil)
	}
	return all
}

func (d *devices) requests(limits v1.ResourceList) map[string]int {
	requests := map[string]int{}
	for name, quantity := range limits {
		if _, known := d.all[string(name)]; known {
			requests[string(name)] = int(quantity.Value())
		}
	}
	return requests
}

func (d *devices) hints(name string, count int, reusable []device) []topologymanager.TopologyHint {
	if !slices.ContainsFunc(d.all[name], func(one device) bool { return one.zone != noZone }) {
		return nil // no preference
	}
	available := d.free(name)
	hints := []topologymanager.TopologyHint{}
	if len(available)+len(reusable) < count {
		return hints
	}
	within := func(mask bitmask.BitMask, list []device) int {
		n := 0
		for _, one := range list {
			if mask.IsSet(one.zone) {
				n++
			}
		}
		return n
	}
	zoned := slices.DeleteFunc(slices.Clone(reusable), func(one device) bool { return one.zone == noZone })
	narrowest := len(d.zones)
	bitmask.IterateBitMasks(d.zones, func(mask bitmask.BitMask) {
		if within(mask, d.all[name]) >= count {
			narrowest = min(narrowest, mask.Count())
		}
		if within(mask, zoned) == len(zoned) && len(zoned)+within(mask, available) >= count {
			hints = append(hints, topologymanager.TopologyHint{NUMANodeAffinity: mask})
		}
	})
	for i := range hints {
		hints[i].Preferred = hints[i].NUMANodeAffinity.Count() == narrowest
	}
	return hints
}

func (d *devices) free(name string) []device {
	used := map[device]bool{}
	for _, byContainer := range d.assigned {
		for _, byName := range byContainer {
			for _, one := range byName[name] {
				used[one] = true
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(d.all[name]), func(one device) bool { return used[one] })
}

func (d *devices) Allocate(pod *v1.Pod, container *v1.Container) error {
	uid := string(pod.UID)
	if d.reusable[uid] == nil {
		d.reusable = map[string]map[string][]device{uid: {}}
	}
	for name, count := range d.requests(container.Resources.Limits) {
		taken, err := d.choose(uid, container.Name, name, count)
		if err != nil {
			return err
		}
		if d.assigned[uid] == nil {
			d.assigned[uid] = map[string]map[string][]device{}
		}
		if d.assigned[uid][container.Name] == nil {
			d.assigned[uid][container.Name] = map[string][]device{}
		}
		d.assigned[uid][container.Name][name] = taken
		rest := slices.DeleteFunc(d.reusable[uid][name], func(one device) bool { return slices.Contains(taken, one) })
		if regularInit(pod, container) {
			rest = append(rest, taken...)
		}
		d.reusable[uid][name] = rest
	}
	return nil
}

func regularInit(pod *v1.Pod, container *v1.Container) bool {
	return slices.ContainsFunc(pod.Spec.InitContainers, func(init v1.Container) bool {
		return init.Name == container.Name && !podutil.IsRestartableInitContainer(&init)
	})
}

func (d *devices) choose(uid, container, name string, count int) ([]device, error) {
	again := slices.Clone(d.reusable[uid][name])
	d.random.Shuffle(len(again), func(i, j int) { again[i], again[j] = again[j], again[i] })
	taken := again[:min(count, len(again))]
	free := d.free(name)
	if missing := count - len(taken); len(free) < missing {
		return nil, fmt.Errorf("requested number of devices unavailable for %s. Requested: %d, Available: %d", name, missing, len(free))
	}
	d.random.Shuffle(len(free), func(i, j int) { free[i], free[j] = free[j], free[i] })
	affinity := d.store.GetAffinity(uid, container).NUMANodeAffinity
	aligned := slices.ContainsFunc(d.all[name], func(one device) bool { return one.zone != noZone })
	if affinity != nil && aligned {
		rank := func(one device) int {
			switch {
			case one.zone == noZone:
				return 2
			case affinity.IsSet(one.zone):
				return 0
			}
			return 1
		}
		sort.SliceStable(free, func(i, j int) bool { return rank(free[i]) < rank(free[j]) })
	}
	return append(taken, free[:count-len(taken)]...), nil
}

func (d *devices) remove(uid string) {
	delete(d.assigned, uid)
}
