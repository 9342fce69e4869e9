package main

import (
	"fmt"
	"strings"
	"testing"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

const catalogue = "../../../src/main/resources/machines"

const demoDevices = `
name: demo-devices
sockets: 2
zones: [{count: 2, cores: 4, memory: 8Gi, devices: {example.com/gpu: 2, example.com/nic: 1}}]
devices: {example.com/floating: 2}
kubelet: {cpuManagerPolicy: static, memoryManagerPolicy: Static, topologyManagerPolicy: single-numa-node, reservedSystemCPUs: "0",
  kubeReserved: {memory: 412Mi}, systemReserved: {memory: 512Mi}, evictionHard: {memory.available: 100Mi},
  reservedMemory: [{numaNode: 0, limits: {memory: 1Gi}}]}
`

const demoSMT = `
name: demo-smt
sockets: 2
threadsPerCore: 2
zones: [{count: 2, cores: 4, memory: 8Gi}]
kubelet: {cpuManagerPolicy: static, cpuManagerPolicyOptions: {full-pcpus-only: "true"}, memoryManagerPolicy: None,
  topologyManagerPolicy: single-numa-node, reservedSystemCPUs: "0,8"}
`

type ask struct {
	// limits a container; several containers make one pod
	containers []v1.ResourceList
	// what is expected: CPUs of the first container when admitted, otherwise reason and message
	cpus, reason, message string
}

func list(pairs ...string) v1.ResourceList {
	l := v1.ResourceList{}
	for i := 0; i < len(pairs); i += 2 {
		l[v1.ResourceName(pairs[i])] = resource.MustParse(pairs[i+1])
	}
	return l
}

func guaranteed(cpu string, more ...string) ask {
	return ask{containers: []v1.ResourceList{list(append([]string{"cpu", cpu, "memory", "512Mi"}, more...)...)}}
}

func (a ask) on(cpus string) ask { a.cpus = cpus; return a }

func (a ask) refused(reason, message string) ask { a.reason, a.message = reason, message; return a }

func pod(n int, containers ...v1.ResourceList) *v1.Pod {
	p := &v1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: fmt.Sprintf("pod-%d", n), UID: types.UID(fmt.Sprintf("uid-%d", n))}}
	for i, limits := range containers {
		p.Spec.Containers = append(p.Spec.Containers, v1.Container{
			Name: fmt.Sprintf("c%d", i), Resources: v1.ResourceRequirements{Limits: limits, Requests: limits}})
	}
	return p
}

func machine(t *testing.T, yaml string) *Machine {
	t.Helper()
	m, err := ParseMachine([]byte(yaml))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func start(t *testing.T, m *Machine, overrides string, running ...*v1.Pod) *Kubelet {
	t.Helper()
	config, err := LoadConfig(m, overrides)
	if err != nil {
		t.Fatal(err)
	}
	k, err := StartKubelet(m, config, t.TempDir(), running)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func demo(t *testing.T) *Machine {
	t.Helper()
	machines, err := LoadMachines(catalogue + "/demo.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return machines["demo"]
}

func TestAdmission(t *testing.T) {
	const affinity, message = "TopologyAffinityError", "Resources cannot be allocated with Topology locality"
	cases := map[string]struct {
		machine   func(*testing.T) *Machine
		overrides string
		asks      []ask
	}{
		"single-numa-node, container scope": {demo, "", []ask{
			guaranteed("3").on("1-3"), guaranteed("4").on("4-7"), guaranteed("3").refused(affinity, message)}},
		"a burstable pod needs no zone": {demo, "", []ask{
			guaranteed("3").on("1-3"), guaranteed("4").on("4-7"), {containers: []v1.ResourceList{list("memory", "64Mi")}}}},
		"fragments of two zones make no zone": {demo, "", []ask{
			guaranteed("2").on("1-2"), guaranteed("3").on("4-6"), guaranteed("2").refused(affinity, message)}},
		"pod scope": {demo, `{"topologyManagerScope":"pod"}`, []ask{
			{containers: []v1.ResourceList{list("cpu", "2", "memory", "1Gi"), list("cpu", "2", "memory", "1Gi")}, cpus: "4-5"},
			{containers: []v1.ResourceList{list("cpu", "2", "memory", "1Gi"), list("cpu", "2", "memory", "1Gi")},
				reason: affinity, message: message}}},
		"restricted lets a pod span zones that no zone could hold": {demo, `{"topologyManagerPolicy":"restricted"}`, []ask{
			{containers: []v1.ResourceList{list("cpu", "5", "memory", "9Gi")}, cpus: "1,4-7"},
			// Memory alone would be content with one zone, so the zones both can agree on aren't the preferred ones.
			guaranteed("5").refused(affinity, message)}},
		"best-effort refuses nothing that fits": {demo, `{"topologyManagerPolicy":"best-effort"}`, []ask{
			guaranteed("2").on("1-2"), guaranteed("3").on("4-6"), guaranteed("2").on("3,7")}},
		"memory": {demo, "", []ask{
			{containers: []v1.ResourceList{list("cpu", "1", "memory", "7Gi")}, cpus: "1"},
			{containers: []v1.ResourceList{list("cpu", "1", "memory", "7Gi")}, cpus: "4"},
			{containers: []v1.ResourceList{list("cpu", "1", "memory", "2Gi")}, reason: "UnexpectedAdmissionError",
				message: "Allocate failed due to [memorymanager] failed to find NUMA nodes to extend the current topology hint, which is unexpected"}}},
		"node allocatable": {demo, `{"topologyManagerPolicy":"none","cpuManagerPolicy":"none","memoryManagerPolicy":"None"}`, []ask{
			guaranteed("5"), guaranteed("3").refused("OutOfcpu", "Node didn't have enough resource: cpu, requested: 3000, used: 5000, capacity: 7000")}},
		"more CPUs than are free is an allocation error without topology policy": {demo, `{"topologyManagerPolicy":"none"}`, []ask{
			guaranteed("5").on("1,4-7"), guaranteed("3").refused("UnexpectedAdmissionError",
				"Allocate failed due to not enough cpus available to satisfy request: requested=3, available=2, which is unexpected")}},
		"devices pull CPUs to their zone": {func(t *testing.T) *Machine { return machine(t, demoDevices) }, "", []ask{
			guaranteed("2", "example.com/gpu", "2", "example.com/nic", "1").on("1-2"),
			guaranteed("2", "example.com/gpu", "1", "example.com/nic", "1").on("4-5"),
			guaranteed("1", "example.com/nic", "1").refused(affinity, message)}},
		"devices without a zone go anywhere": {func(t *testing.T) *Machine { return machine(t, demoDevices) }, "", []ask{
			guaranteed("4", "example.com/floating", "2").on("4-7")}},
		"full-pcpus-only": {func(t *testing.T) *Machine { return machine(t, demoSMT) }, "", []ask{
			guaranteed("2").on("1,9"),
			guaranteed("3").refused("SMTAlignmentError", "SMT Alignment Error: requested 3 cpus not multiple cpus per core = 2")}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			k := start(t, c.machine(t), c.overrides)
			for i, a := range c.asks {
				p := pod(i, a.containers...)
				result := k.Admit(p)
				if result.Reason != a.reason || result.Message != a.message {
					t.Fatalf("pod %d: got %q %q, want %q %q", i, result.Reason, result.Message, a.reason, a.message)
				}
				if got := k.Assignments(p)["c0"].CPUs; got != a.cpus {
					t.Fatalf("pod %d: CPUs %q, want %q", i, got, a.cpus)
				}
			}
		})
	}
}

func TestReleaseFreesEverything(t *testing.T) {
	k := start(t, machine(t, demoDevices), "")
	for round := range 3 {
		p := pod(round, list("cpu", "4", "memory", "6Gi", "example.com/gpu", "2"))
		if result := k.Admit(p); !result.Admit {
			t.Fatalf("round %d: %v", round, result)
		}
		if cpus := k.Assignments(p)["c0"].CPUs; cpus != "4-7" {
			t.Fatalf("round %d: CPUs %s", round, cpus)
		}
		k.Release(p.UID)
		if held := k.Assignments(p); len(held) != 0 {
			t.Fatalf("round %d: still held: %v", round, held)
		}
	}
}

func TestRestartKeepsAssignments(t *testing.T) {
	m := machine(t, demoDevices)
	before := start(t, m, "")
	gone, kept := pod(0, list("cpu", "3", "memory", "5Gi")), pod(1, list("cpu", "2", "memory", "4Gi", "example.com/gpu", "1"))
	for _, p := range []*v1.Pod{gone, kept} {
		if result := before.Admit(p); !result.Admit {
			t.Fatal(result)
		}
	}
	before.Release(gone.UID)
	kept.Annotations = before.Annotations(kept)
	if kept.Annotations[annotationCPUSet] != "c0=4-5" || kept.Annotations[annotationZones] != "c0=1" {
		t.Fatal(kept.Annotations)
	}
	// As the API server has it by then.
	kept.Status = v1.PodStatus{Phase: v1.PodRunning, QOSClass: v1.PodQOSGuaranteed,
		ContainerStatuses: []v1.ContainerStatus{containerStatus(kept, kept.Spec.Containers[0])}}
	after := start(t, m, "", kept)
	if got := after.Annotations(kept); fmt.Sprint(got) != fmt.Sprint(kept.Annotations) {
		t.Fatalf("got %v, want %v", got, kept.Annotations)
	}
	if !after.Admit(pod(2, list("cpu", "3", "memory", "5Gi"))).Admit || after.Admit(pod(3, list("cpu", "3", "memory", "1Gi"))).Admit {
		t.Fatal("the restored kubelet counts differently")
	}
}

func TestEveryShapeStarts(t *testing.T) {
	machines, err := LoadMachines(catalogue)
	if err != nil {
		t.Fatal(err)
	}
	if len(machines) < 7 {
		t.Fatalf("only %d machines", len(machines))
	}
	const aligned = `{"cpuManagerPolicy":"static","memoryManagerPolicy":"Static","topologyManagerPolicy":"single-numa-node"}`
	for name, m := range machines {
		t.Run(name, func(t *testing.T) {
			if m.Source == "" || m.Description == "" {
				t.Error("a shape names its source and says what it is")
			}
			start(t, m, "")
			k := start(t, m, aligned)
			p := pod(0, list("cpu", "2", "memory", "1Gi"))
			if k.Endless(p) != (name == "gb200") {
				t.Error("only gb200 has too many zones")
			} else if name != "gb200" && !k.Admit(p).Admit {
				t.Error("not admitted")
			}
		})
	}
}

func TestRefusedConfigurations(t *testing.T) {
	cases := map[string]string{
		`{"topologyManagerPolicy":"single-numa"}`:                                          "must be one of",
		`{"reservedSystemCPUs":null}`:                                                      "unable to determine reserved CPU resources for static policy",
		`{"kubeReserved":{"memory":"1Gi"}}`:                                                "is not equal to the value",
		`{"reservedSystemCPUs":"99"}`:                                                      "is not a subset of online-cpus",
		`{"cpuManagerPolicyOptions":{"distribute-cpus-across-cores":"true"}}`:              "Alpha-level Options not enabled",
		`{"cpuManagerPolicy":"none","cpuManagerPolicyOptions":{"full-pcpus-only":"true"}}`: "received unsupported options",
		`{"cpuManagerPolicy":"Static"}`:                                                    "unknown policy",
	}
	for overrides, want := range cases {
		config, err := LoadConfig(demo(t), overrides)
		if err == nil {
			_, err = StartKubelet(demo(t), config, t.TempDir(), nil)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", overrides, err, want)
		}
	}
}
