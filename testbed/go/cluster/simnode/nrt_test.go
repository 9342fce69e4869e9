package main

import (
	"testing"

	nrt "github.com/k8stopologyawareschedwg/noderesourcetopology-api/pkg/apis/topology/v1alpha2"
	"github.com/k8stopologyawareschedwg/podfingerprint"
	v1 "k8s.io/api/core/v1"
)

func amount(t *testing.T, object *nrt.NodeResourceTopology, zone int, name string) (capacity, allocatable, available int64) {
	t.Helper()
	for _, r := range object.Zones[zone].Resources {
		if r.Name == name {
			return r.Capacity.Value(), r.Allocatable.Value(), r.Available.Value()
		}
	}
	t.Fatalf("zone %d has no %s: %v", zone, name, object.Zones[zone].Resources)
	return
}

func attribute(object *nrt.NodeResourceTopology, name string) string {
	for _, a := range object.Attributes {
		if a.Name == name {
			return a.Value
		}
	}
	return ""
}

func TestTopologyOfAShape(t *testing.T) {
	const gi = int64(1 << 30)
	k := start(t, machine(t, demoDevices), "")
	shared, exclusive := pod(0), pod(1, list("cpu", "3", "memory", "2Gi", "example.com/gpu", "1"))
	shared.Spec.Containers = []v1.Container{{Name: "c0"}}
	for _, p := range []*v1.Pod{shared, exclusive} {
		if result := k.Admit(p); !result.Admit {
			t.Fatal(result)
		}
	}
	rte, nfd := k.Topology("n", styleRTE), k.Topology("n", styleNFD)
	for _, want := range []struct {
		zone                             int
		name                             string
		capacity, allocatable, available int64
	}{
		{0, "cpu", 4, 3, 0}, {1, "cpu", 4, 4, 4},
		{0, "memory", 8 * gi, 7 * gi, 5 * gi}, {1, "memory", 8 * gi, 8 * gi, 8 * gi},
		{0, "example.com/gpu", 2, 2, 1}, {1, "example.com/gpu", 2, 2, 2}, {0, "example.com/nic", 1, 1, 1},
	} {
		for _, object := range []*nrt.NodeResourceTopology{rte, nfd} {
			capacity, allocatable, available := amount(t, object, want.zone, want.name)
			if capacity != want.capacity || allocatable != want.allocatable || available != want.available {
				t.Errorf("zone %d %s: got %d/%d/%d, want %v", want.zone, want.name, capacity, allocatable, available, want)
			}
		}
	}
	if zone := rte.Zones[1]; zone.Name != "node-1" || zone.Type != "Node" || zone.Costs[0].Value != 21 || zone.Costs[1].Value != 10 {
		t.Error(zone)
	}
	sign := func(pods ...*v1.Pod) string {
		sum := podfingerprint.NewFingerprint(0)
		for _, p := range pods {
			_ = sum.AddPod(p)
		}
		return sum.Sign()
	}
	if got := attribute(nfd, podfingerprint.Attribute); got != sign(shared, exclusive) {
		t.Errorf("NFD fingerprint %s", got)
	}
	if got := attribute(rte, podfingerprint.Attribute); got != sign(exclusive) || rte.Annotations[podfingerprint.Annotation] != got {
		t.Errorf("RTE fingerprint %s", got)
	}
	if attribute(rte, podfingerprint.AttributeMethod) != "with-exclusive-resources" || attribute(nfd, podfingerprint.AttributeMethod) != "" {
		t.Error("only RTE tells the method")
	}
	if len(nfd.TopologyPolicies) != 1 || nfd.TopologyPolicies[0] != "SingleNUMANodeContainerLevel" || len(rte.TopologyPolicies) != 0 {
		t.Error("only NFD fills the deprecated field")
	}
}

func TestTopologyWithoutManagersShowsNoCPUs(t *testing.T) {
	k := start(t, demo(t), `{"topologyManagerPolicy":"none","cpuManagerPolicy":"none","memoryManagerPolicy":"None"}`)
	object := k.Topology("n", styleNFD)
	if len(object.Zones[0].Resources) != 1 {
		t.Fatal(object.Zones[0].Resources)
	}
	if capacity, allocatable, _ := amount(t, object, 0, "cpu"); capacity != 4 || allocatable != 0 {
		t.Error(capacity, allocatable)
	}
}

func TestMemoryAcrossZones(t *testing.T) {
	const gi = int64(1 << 30)
	k := start(t, demo(t), `{"topologyManagerPolicy":"restricted"}`)
	if result := k.Admit(pod(0, list("cpu", "5", "memory", "9Gi"))); !result.Admit {
		t.Fatal(result)
	}
	for style, want := range map[Style][2]int64{styleRTE: {0, 0}, styleNFD: {0, 6 * gi}} {
		object := k.Topology("n", style)
		for zone := range want {
			if _, _, available := amount(t, object, zone, "memory"); available != want[zone] {
				t.Errorf("%s zone %d: %d", style, zone, available)
			}
		}
	}
}
