package main

import (
	"context"
	"encoding/json"
	"hash/fnv"
	"net/netip"
	"time"

	coordination "k8s.io/api/coordination/v1"
	v1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"
)

const leaseSeconds = 40

// reportNode writes labels and status as far as they differ from what the node should say.
func (c *Controller) reportNode(ctx context.Context, sim *simNode, node *v1.Node) error {
	labels := map[string]string{v1.LabelHostname: node.Name, v1.LabelOSStable: "linux", v1.LabelArchStable: "amd64"}
	for name := range labels {
		if _, set := node.Labels[name]; set {
			delete(labels, name)
		}
	}
	if len(labels) > 0 {
		if err := c.patchNode(ctx, node.Name, map[string]any{"metadata": map[string]any{"labels": labels}}); err != nil {
			return err
		}
	}
	status := map[string]any{}
	if conditions := sim.conditions(node); len(conditions) > 0 {
		status["conditions"] = conditions
	}
	if sim.failure == nil {
		if !covers(node.Status.Capacity, sim.config.Capacity) || !covers(node.Status.Allocatable, sim.config.Allocatable) {
			status["capacity"], status["allocatable"] = sim.config.Capacity, sim.config.Allocatable
		}
		if node.Status.NodeInfo.KubeletVersion != sim.machine.KubeletVersion {
			status["nodeInfo"] = nodeInfo(sim.machine, node.Name)
		}
		if len(node.Status.Addresses) == 0 {
			status["addresses"] = []v1.NodeAddress{
				{Type: v1.NodeInternalIP, Address: address(node.Name, "10.64.0.0").String()},
				{Type: v1.NodeHostName, Address: node.Name}}
		}
	}
	if len(status) == 0 {
		return nil
	}
	return c.patchNode(ctx, node.Name, map[string]any{"status": status}, "status")
}

func (c *Controller) patchNode(ctx context.Context, name string, patch map[string]any, subresource ...string) error {
	data, err := json.Marshal(patch)
	if err != nil {
		return err
	}
	_, err = c.client.CoreV1().Nodes().Patch(ctx, name, types.StrategicMergePatchType, data, metav1.PatchOptions{}, subresource...)
	return ignoreGone(err)
}

// covers says whether have has every amount of want; others in have (another device plugin's) don't matter.
func covers(have, want v1.ResourceList) bool {
	for name, amount := range want {
		if current, ok := have[name]; !ok || current.Cmp(amount) != 0 {
			return false
		}
	}
	return true
}

// conditions are those that differ. A kubelet that can't start reports nothing: what is written then is what the node
// controller writes after its grace period.
func (sim *simNode) conditions(node *v1.Node) []v1.NodeCondition {
	type state struct {
		kind            v1.NodeConditionType
		status          v1.ConditionStatus
		reason, message string
	}
	states := []state{
		{v1.NodeReady, v1.ConditionTrue, "KubeletReady", "kubelet is posting ready status"},
		{v1.NodeMemoryPressure, v1.ConditionFalse, "KubeletHasSufficientMemory", "kubelet has sufficient memory available"},
		{v1.NodeDiskPressure, v1.ConditionFalse, "KubeletHasNoDiskPressure", "kubelet has no disk pressure"},
		{v1.NodePIDPressure, v1.ConditionFalse, "KubeletHasSufficientPID", "kubelet has sufficient PID available"},
	}
	if sim.failure != nil {
		for i := range states {
			states[i].status, states[i].reason, states[i].message = v1.ConditionUnknown, "NodeStatusUnknown", "Kubelet stopped posting node status."
		}
	}
	now := metav1.Now()
	var changed []v1.NodeCondition
next:
	for _, s := range states {
		for _, current := range node.Status.Conditions {
			if current.Type == s.kind && current.Status == s.status && current.Reason == s.reason {
				continue next
			}
		}
		changed = append(changed, v1.NodeCondition{Type: s.kind, Status: s.status, Reason: s.reason, Message: s.message,
			LastHeartbeatTime: now, LastTransitionTime: now})
	}
	return changed
}

func nodeInfo(m *Machine, name string) v1.NodeSystemInfo {
	return v1.NodeSystemInfo{
		MachineID: name, SystemUUID: name, BootID: name, KernelVersion: "6.12.0", OSImage: "Simulated Linux (" + m.Name + ")",
		ContainerRuntimeVersion: "containerd://2.1.4", KubeletVersion: m.KubeletVersion, OperatingSystem: "linux", Architecture: "amd64"}
}

// address derives a stable address in the /10 network from a name, so that none has to be remembered.
func address(name, network string) netip.Addr {
	sum := fnv.New32a()
	_, _ = sum.Write([]byte(name))
	base := netip.MustParseAddr(network).As4()
	host := sum.Sum32() & (1<<22 - 1)
	base[1] |= byte(host >> 16)
	base[2], base[3] = byte(host>>8), byte(host)
	return netip.AddrFrom4(base)
}

// renewLeases keeps the nodes alive for the node controller: a lease each at every interval, spread over it.
func (c *Controller) renewLeases(ctx context.Context) {
	for {
		names := c.names()
		pause := c.options.LeaseInterval / time.Duration(len(names)+1)
		for _, name := range names {
			if sim := c.find(name); sim != nil {
				c.renewLease(ctx, sim)
			}
			if !sleep(ctx, min(pause, time.Second)) {
				return
			}
		}
		if !sleep(ctx, max(time.Second, c.options.LeaseInterval-time.Duration(len(names))*min(pause, time.Second))) {
			return
		}
	}
}

func (c *Controller) renewLease(ctx context.Context, sim *simNode) {
	sim.mu.Lock()
	failed, uid := sim.failure != nil, sim.uid
	sim.mu.Unlock()
	if failed {
		return
	}
	leases := c.client.CoordinationV1().Leases(v1.NamespaceNodeLease)
	now := metav1.NowMicro()
	patch, _ := json.Marshal(map[string]any{"spec": coordination.LeaseSpec{RenewTime: &now}})
	_, err := leases.Patch(ctx, sim.name, types.MergePatchType, patch, metav1.PatchOptions{})
	if apierrors.IsNotFound(err) {
		_, _ = leases.Create(ctx, &coordination.Lease{
			ObjectMeta: metav1.ObjectMeta{Name: sim.name, OwnerReferences: []metav1.OwnerReference{
				{APIVersion: "v1", Kind: "Node", Name: sim.name, UID: uid}}},
			Spec: coordination.LeaseSpec{HolderIdentity: &sim.name, LeaseDurationSeconds: ptr.To[int32](leaseSeconds), RenewTime: &now},
		}, metav1.CreateOptions{})
	}
}

func sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// ignoreGone takes an object that went away meanwhile for done.
func ignoreGone(err error) error {
	if apierrors.IsNotFound(err) {
		return nil
	}
	return err
}
