package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	cadvisor "github.com/google/cadvisor/info/v1"
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	runtimeapi "k8s.io/cri-api/pkg/apis/runtime/v1"
	v1qos "k8s.io/kubernetes/pkg/apis/core/v1/helper/qos"
	"k8s.io/kubernetes/pkg/features"
	"k8s.io/kubernetes/pkg/kubelet/cm/containermap"
	"k8s.io/kubernetes/pkg/kubelet/cm/cpumanager"
	"k8s.io/kubernetes/pkg/kubelet/cm/memorymanager"
	"k8s.io/kubernetes/pkg/kubelet/cm/topologymanager"
	kubeletsources "k8s.io/kubernetes/pkg/kubelet/config"
	"k8s.io/kubernetes/pkg/kubelet/lifecycle"
	schedulerframework "k8s.io/kubernetes/pkg/scheduler/framework"
)

// maxZonesSearched bounds the zones over which the kubelet's search through every combination of zones still ends. Beyond
// it a real kubelet never answers (kubernetes issue 135541); here such a pod is left pending instead of a core burning.
const maxZonesSearched = 16

// noReconcile keeps the CPU manager's loop, which writes cgroups on a real node, from ever running a second time.
const noReconcile = 10 * 365 * 24 * time.Hour

// gateLock serialises the creation of managers, because a feature gate is global to the process but belongs to one kubelet.
var gateLock sync.Mutex

// Kubelet is the part of a kubelet that decides on admission: its own managers on declared hardware.
type Kubelet struct {
	machine *Machine
	config  *Config
	info    *cadvisor.MachineInfo
	topo    topologymanager.Manager
	cpu     cpumanager.Manager
	memory  memorymanager.Manager
	devices *devices
	handler []lifecycle.PodAdmitHandler

	mu   sync.Mutex
	pods map[types.UID]*v1.Pod
	node *v1.Node
}

// StartKubelet creates the managers with empty state in stateDir, but for the pods that run already with a recorded
// assignment: those keep what they have. An error is what would keep the kubelet from starting.
func StartKubelet(m *Machine, config *Config, stateDir string, running []*v1.Pod) (*Kubelet, error) {
	k := &Kubelet{machine: m, config: config, info: m.MachineInfo(), pods: map[types.UID]*v1.Pod{}}
	if err := os.RemoveAll(stateDir); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(stateDir, 0o755); err != nil {
		return nil, err
	}
	restored := recorded(running)
	if err := seedCPUState(k, restored, filepath.Join(stateDir, cpuStateFile)); err != nil {
		return nil, err
	}
	affinity := &affinities{recorded: restored}
	if err := k.createManagers(stateDir, affinity); err != nil {
		return nil, err
	}
	affinity.Store = k.topo
	for _, r := range restored {
		k.pods[r.pod.UID] = r.pod
	}
	ctx := context.Background()
	ready := kubeletsources.NewSourcesReady(func(sources) bool { return true })
	if err := k.cpu.Start(k.Active, ready, noStatus{}, noRuntime{}, containermap.NewContainerMap()); err != nil {
		return nil, err
	}
	if err := k.memory.Start(ctx, k.Active, ready, noStatus{}, noRuntime{}, containermap.NewContainerMap()); err != nil {
		return nil, err
	}
	if err := k.restore(restored); err != nil {
		return nil, err
	}
	affinity.recorded = nil
	// The order of the handlers and of the hint providers is the kubelet's.
	k.topo.AddHintProvider(k.devices)
	k.topo.AddHintProvider(k.cpu)
	k.topo.AddHintProvider(k.memory)
	k.handler = []lifecycle.PodAdmitHandler{k.topo, lifecycle.NewPredicateAdmitHandler(k.nodeAnyway, keepFailure{}, noPluginUpdate)}
	return k, nil
}

func (k *Kubelet) createManagers(stateDir string, affinity *affinities) (err error) {
	gateLock.Lock()
	defer gateLock.Unlock()
	gate := string(features.CPUManagerPolicyAlphaOptions)
	if err := utilfeature.DefaultMutableFeatureGate.SetFromMap(map[string]bool{gate: k.config.FeatureGates[gate]}); err != nil {
		return err
	}
	c := k.config
	if k.topo, err = topologymanager.NewManager(k.info.Topology, c.TopologyManagerPolicy, c.TopologyManagerScope, c.TopologyManagerPolicyOptions); err != nil {
		return err
	}
	affinity.Store = k.topo
	if k.cpu, err = cpumanager.NewManager(c.CPUManagerPolicy, c.CPUManagerPolicyOptions, noReconcile, k.info, c.ReservedCPUs,
		c.Reserved, stateDir, affinity); err != nil {
		return err
	}
	if k.memory, err = memorymanager.NewManager(context.Background(), c.MemoryManagerPolicy, k.info, c.Reserved, c.ReservedMemory,
		stateDir, affinity); err != nil {
		return err
	}
	k.devices = newDevices(k.machine, affinity, k.Active)
	return nil
}

// Active lists the pods that hold or may hold resources.
func (k *Kubelet) Active() []*v1.Pod {
	k.mu.Lock()
	defer k.mu.Unlock()
	list := make([]*v1.Pod, 0, len(k.pods))
	for _, pod := range k.pods {
		list = append(list, pod)
	}
	return list
}

// Holds says whether the pod was admitted and not released since.
func (k *Kubelet) Holds(uid types.UID) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.pods[uid] != nil
}

// Admit decides as the kubelet does; a pod that is refused holds nothing afterwards.
func (k *Kubelet) Admit(pod *v1.Pod) lifecycle.PodAdmitResult {
	others := k.Active()
	k.mu.Lock()
	k.pods[pod.UID] = pod
	k.mu.Unlock()
	for _, handler := range k.handler {
		if result := handler.Admit(&lifecycle.PodAdmitAttributes{Pod: pod, OtherPods: others}); !result.Admit {
			k.Release(pod.UID)
			return result
		}
	}
	return lifecycle.PodAdmitResult{Admit: true}
}

// Endless says that the kubelet would search for this pod's zones for ever.
func (k *Kubelet) Endless(pod *v1.Pod) bool {
	if len(k.machine.Zones) <= maxZonesSearched {
		return false
	}
	if k.config.MemoryManagerPolicy == string(memorymanager.PolicyTypeStatic) && v1qos.GetPodQOS(pod) == v1.PodQOSGuaranteed {
		return true
	}
	aligned := k.config.TopologyManagerPolicy != topologymanager.PolicyNone
	for i := range pod.Spec.Containers {
		if aligned && len(k.devices.requests(pod.Spec.Containers[i].Resources.Limits)) > 0 {
			return true
		}
	}
	return false
}

// Release forgets a pod. The managers free what belongs to no active pod when they are next asked, so they are asked here.
func (k *Kubelet) Release(uid types.UID) {
	k.mu.Lock()
	delete(k.pods, uid)
	k.mu.Unlock()
	nobody := &v1.Pod{}
	k.devices.removeStale()
	k.cpu.GetTopologyHints(nobody, &v1.Container{})
	k.memory.GetTopologyHints(nobody, &v1.Container{})
	_ = k.topo.RemoveContainer(string(uid))
}

// Observe tells the kubelet its Node object, whose labels and taints the predicates ask for.
func (k *Kubelet) Observe(node *v1.Node) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.node = node
}

func (k *Kubelet) nodeAnyway() (*v1.Node, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	node := &v1.Node{}
	if k.node != nil {
		node = k.node.DeepCopy()
	}
	if node.Labels == nil {
		node.Labels = map[string]string{}
	}
	node.Labels[v1.LabelOSStable] = "linux"
	node.Status.Capacity, node.Status.Allocatable = k.config.Capacity, k.config.Allocatable
	return node, nil
}

func noPluginUpdate(*schedulerframework.NodeInfo, *lifecycle.PodAdmitAttributes) error { return nil }

// keepFailure evicts nothing for a critical pod.
type keepFailure struct{}

func (keepFailure) HandleAdmissionFailure(_ context.Context, _ *v1.Pod, reasons []lifecycle.PredicateFailureReason) ([]lifecycle.PredicateFailureReason, error) {
	return reasons, nil
}

type noStatus struct{}

func (noStatus) GetPodStatus(types.UID) (v1.PodStatus, bool) { return v1.PodStatus{}, false }

type noRuntime struct{}

func (noRuntime) UpdateContainerResources(context.Context, string, *runtimeapi.ContainerResources) error {
	return fmt.Errorf("a simulated node has no container runtime")
}
