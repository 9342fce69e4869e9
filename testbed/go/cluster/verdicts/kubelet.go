package main

import (
	"context"
	"math/rand"
	"slices"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/pkg/kubelet/cm/cpumanager"
	cpustate "k8s.io/kubernetes/pkg/kubelet/cm/cpumanager/state"
	cputopology "k8s.io/kubernetes/pkg/kubelet/cm/cpumanager/topology"
	"k8s.io/kubernetes/pkg/kubelet/cm/memorymanager"
	memorystate "k8s.io/kubernetes/pkg/kubelet/cm/memorymanager/state"
	"k8s.io/kubernetes/pkg/kubelet/cm/topologymanager"
	"k8s.io/kubernetes/pkg/kubelet/lifecycle"
	schedulerframework "k8s.io/kubernetes/pkg/scheduler/framework"
)

// Config is the part of a kubelet configuration that bears on alignment.
type Config struct {
	Policy     string            `json:"policy"`
	Scope      string            `json:"scope"`
	Closest    bool              `json:"closest"`
	CPUs       string            `json:"cpus"`
	CPUOptions map[string]string `json:"cpuOptions"`
	Memory     string            `json:"memory"`
}

// kubelet is the policies of the kubelet's managers over states in memory. The managers around them, as simnode runs them, add
// files and loops that 100 000 short-lived kubelets can't have, and nothing that decides.
type kubelet struct {
	machine     *Machine
	topology    topologymanager.Manager
	cpuTopology *cputopology.CPUTopology
	cpu         cpumanager.Policy
	cpuState    cpustate.State
	memory      memorymanager.Policy
	memoryState memorystate.State
	devices     *devices
	handlers    []lifecycle.PodAdmitHandler
	pods        []*v1.Pod
}

var ctx = context.Background()

func newKubelet(c *Case) (*kubelet, error) {
	info := c.Machine.info()
	options := map[string]string{}
	if c.Kubelet.Closest {
		options["prefer-closest-numa-nodes"] = "true"
	}
	k := &kubelet{machine: &c.Machine, cpuState: cpustate.NewMemoryState(), memoryState: memorystate.NewMemoryState(klog.Background())}
	var err error
	if k.topology, err = topologymanager.NewManager(info.Topology, c.Kubelet.Policy, c.Kubelet.Scope, options); err != nil {
		return nil, err
	}
	if k.cpuTopology, err = cputopology.Discover(info); err != nil {
		return nil, err
	}
	reserved := c.Machine.reservedCPUs()
	k.cpu, err = cpumanager.NewNonePolicy(nil)
	if c.Kubelet.CPUs == string(cpumanager.PolicyStatic) {
		k.cpu, err = cpumanager.NewStaticPolicy(k.cpuTopology, reserved.Size(), reserved, k.topology, c.Kubelet.CPUOptions)
	}
	if err != nil {
		return nil, err
	}
	if err := k.cpu.Start(k.cpuState); err != nil {
		return nil, err
	}
	k.memory = memorymanager.NewPolicyNone(ctx)
	if c.Kubelet.Memory == string(memorymanager.PolicyTypeStatic) {
		if k.memory, err = memorymanager.NewPolicyStatic(ctx, info, c.Machine.reservedMemory(), k.topology); err != nil {
			return nil, err
		}
	}
	if err := k.memory.Start(ctx, k.memoryState); err != nil {
		return nil, err
	}
	k.devices = newDevices(&c.Machine, k.topology, rand.New(rand.NewSource(c.ID)))
	k.topology.AddHintProvider(k.devices)
	k.topology.AddHintProvider(cpuProvider{k})
	k.topology.AddHintProvider(memoryProvider{k})
	k.handlers = []lifecycle.PodAdmitHandler{k.topology, lifecycle.NewPredicateAdmitHandler(k.node, keepFailure{}, noPluginUpdate)}
	return k, nil
}

// Admit decides as the kubelet does; a pod that is refused holds nothing afterwards.
func (k *kubelet) Admit(pod *v1.Pod) Verdict {
	others := slices.Clone(k.pods)
	k.pods = append(k.pods, pod)
	for _, handler := range k.handlers {
		if result := handler.Admit(&lifecycle.PodAdmitAttributes{Pod: pod, OtherPods: others}); !result.Admit {
			k.Remove(pod.Name)
			return Verdict{Reason: result.Reason, Message: result.Message}
		}
	}
	return Verdict{Admit: true}
}

// Remove frees what a pod holds; it need not have been admitted.
func (k *kubelet) Remove(name string) {
	at := slices.IndexFunc(k.pods, func(pod *v1.Pod) bool { return pod.Name == name })
	if at < 0 {
		return
	}
	pod := k.pods[at]
	k.pods = slices.Delete(k.pods, at, at+1)
	for _, container := range append(slices.Clone(pod.Spec.InitContainers), pod.Spec.Containers...) {
		_ = k.cpu.RemoveContainer(k.cpuState, string(pod.UID), container.Name)
		k.memory.RemoveContainer(ctx, k.memoryState, string(pod.UID), container.Name)
	}
	k.devices.remove(string(pod.UID))
}

func (k *kubelet) node() (*v1.Node, error) {
	allocatable := k.machine.allocatable().list()
	return &v1.Node{
		ObjectMeta: metav1.ObjectMeta{Name: nodeName, Labels: map[string]string{v1.LabelOSStable: "linux"}},
		Status:     v1.NodeStatus{Capacity: allocatable, Allocatable: allocatable},
	}, nil
}

func newPod(name string, spec *v1.PodSpec) *v1.Pod {
	return &v1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: name, UID: types.UID(name)}, Spec: *spec}
}

// keepFailure evicts nothing for a critical pod.
type keepFailure struct{}

func (keepFailure) HandleAdmissionFailure(_ context.Context, _ *v1.Pod, reasons []lifecycle.PredicateFailureReason) ([]lifecycle.PredicateFailureReason, error) {
	return reasons, nil
}

func noPluginUpdate(*schedulerframework.NodeInfo, *lifecycle.PodAdmitAttributes) error { return nil }

type hints = map[string][]topologymanager.TopologyHint

type cpuProvider struct{ *kubelet }

func (p cpuProvider) GetTopologyHints(pod *v1.Pod, c *v1.Container) hints {
	return p.cpu.GetTopologyHints(p.cpuState, pod, c)
}
func (p cpuProvider) GetPodTopologyHints(pod *v1.Pod) hints {
	return p.cpu.GetPodTopologyHints(p.cpuState, pod)
}
func (p cpuProvider) Allocate(pod *v1.Pod, c *v1.Container) error {
	return p.cpu.Allocate(p.cpuState, pod, c)
}

type memoryProvider struct{ *kubelet }

func (p memoryProvider) GetTopologyHints(pod *v1.Pod, c *v1.Container) hints {
	return p.memory.GetTopologyHints(ctx, p.memoryState, pod, c)
}
func (p memoryProvider) GetPodTopologyHints(pod *v1.Pod) hints {
	return p.memory.GetPodTopologyHints(ctx, p.memoryState, pod)
}
func (p memoryProvider) Allocate(pod *v1.Pod, c *v1.Container) error {
	return p.memory.Allocate(ctx, p.memoryState, pod, c)
}
