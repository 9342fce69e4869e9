package main

import (
	"context"
	"encoding/json"
	"log/slog"
	"sort"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	podutil "k8s.io/kubernetes/pkg/api/v1/pod"
)

// annotationRuntime lets a pod succeed after a duration, as the process of a Job would.
const annotationRuntime = "testbed.numaresources.io/runtime"

// podState is what this program did about a pod, which the informer may not show yet.
type podState struct {
	admitted  bool
	annotated bool
	reported  v1.PodPhase
	ready     bool
	deleted   bool
	started   time.Time
}

func (c *Controller) reconcilePods(ctx context.Context, sim *simNode, pods []*v1.Pod) error {
	sort.Slice(pods, func(i, j int) bool { return earlier(pods[i], pods[j]) })
	present := map[types.UID]bool{}
	for _, pod := range pods {
		present[pod.UID] = true
	}
	for uid := range sim.pods {
		if !present[uid] {
			c.release(sim, uid)
			delete(sim.pods, uid)
		}
	}
	// What ends frees its resources before anything new is decided on.
	var firstErr error
	keep := func(err error) {
		if firstErr == nil {
			firstErr = err
		}
	}
	for _, pod := range pods {
		if pod.DeletionTimestamp != nil || podutil.IsPodTerminal(pod) {
			c.release(sim, pod.UID)
		}
		if pod.DeletionTimestamp != nil {
			keep(c.finish(ctx, sim, pod))
		}
	}
	for _, pod := range pods {
		if pod.DeletionTimestamp == nil && !podutil.IsPodTerminal(pod) {
			keep(c.syncPod(ctx, sim, pod))
		}
	}
	c.findUpdater(sim, pods)
	return firstErr
}

// earlier orders as a starting kubelet does, but what runs already goes first.
func earlier(a, b *v1.Pod) bool {
	if (a.Status.StartTime == nil) != (b.Status.StartTime == nil) {
		return a.Status.StartTime != nil
	}
	if !a.CreationTimestamp.Equal(&b.CreationTimestamp) {
		return a.CreationTimestamp.Before(&b.CreationTimestamp)
	}
	return a.Namespace+"/"+a.Name < b.Namespace+"/"+b.Name
}

func (c *Controller) release(sim *simNode, uid types.UID) {
	if sim.kubelet != nil && sim.kubelet.Holds(uid) {
		sim.kubelet.Release(uid)
	}
}

func (sim *simNode) state(pod *v1.Pod) *podState {
	state := sim.pods[pod.UID]
	if state == nil {
		state = &podState{reported: pod.Status.Phase}
		if pod.Status.Phase == v1.PodRunning && pod.Status.StartTime != nil {
			// It ran before this program started.
			state.started = pod.Status.StartTime.Time
			state.admitted = sim.kubelet.Holds(pod.UID)
			state.annotated = state.admitted
			state.ready = podutil.IsPodReady(pod)
		}
		sim.pods[pod.UID] = state
	}
	return state
}

func (c *Controller) syncPod(ctx context.Context, sim *simNode, pod *v1.Pod) error {
	state := sim.state(pod)
	if state.reported == v1.PodFailed || state.reported == v1.PodSucceeded {
		return nil // the informer will show it
	}
	if !state.admitted {
		if sim.kubelet.Endless(pod) {
			slog.Warn("too many NUMA nodes: a kubelet would never decide on this pod", "node", sim.name, "pod", pod.Namespace+"/"+pod.Name)
			return nil
		}
		if result := sim.kubelet.Admit(pod); !result.Admit {
			return c.reject(ctx, sim, pod, state, result.Reason, result.Message)
		}
		state.admitted = true
	}
	if !state.annotated {
		if err := c.annotate(ctx, sim, pod); err != nil {
			return err
		}
		state.annotated = true
	}
	if state.reported != v1.PodRunning {
		state.started = time.Now()
	}
	if ready := gatesOpen(sim, pod); state.reported != v1.PodRunning || ready != state.ready {
		if err := c.patchPodStatus(ctx, pod, running(sim, pod, state.started, ready)); err != nil {
			return err
		}
		state.reported, state.ready = v1.PodRunning, ready
	}
	runtime, err := time.ParseDuration(pod.Annotations[annotationRuntime])
	if err != nil {
		return nil
	}
	if left := time.Until(state.started.Add(runtime)); left > 0 {
		c.queue.AddAfter(sim.name, left)
		return nil
	}
	sim.kubelet.Release(pod.UID)
	state.reported = v1.PodSucceeded
	return c.patchPodStatus(ctx, pod, ended(pod, v1.PodSucceeded, "Completed", 0, state.started))
}

// reject says what kubelet.rejectPod says.
func (c *Controller) reject(ctx context.Context, sim *simNode, pod *v1.Pod, state *podState, reason, message string) error {
	now := metav1.Now()
	_, _ = c.client.CoreV1().Events(pod.Namespace).Create(ctx, &v1.Event{
		ObjectMeta: metav1.ObjectMeta{GenerateName: pod.Name + ".", Namespace: pod.Namespace},
		InvolvedObject: v1.ObjectReference{APIVersion: "v1", Kind: "Pod", Namespace: pod.Namespace, Name: pod.Name, UID: pod.UID,
			ResourceVersion: pod.ResourceVersion},
		Type: v1.EventTypeWarning, Reason: reason, Message: message, Count: 1, FirstTimestamp: now, LastTimestamp: now,
		Source: v1.EventSource{Component: "kubelet", Host: sim.name}, ReportingController: "kubelet", ReportingInstance: sim.name,
	}, metav1.CreateOptions{})
	slog.Info("rejected", "node", sim.name, "pod", pod.Namespace+"/"+pod.Name, "reason", reason, "message", message)
	// Conditions and container statuses of a pod that ran until the kubelet restarted don't outlive the rejection.
	err := c.patchPodStatus(ctx, pod, map[string]any{
		"phase": v1.PodFailed, "reason": reason, "message": "Pod was rejected: " + message,
		"containerStatuses": nil, "startTime": startTime(pod)})
	if err == nil {
		state.reported = v1.PodFailed
	}
	return err
}

func startTime(pod *v1.Pod) *metav1.Time {
	if pod.Status.StartTime != nil {
		return pod.Status.StartTime
	}
	now := metav1.Now()
	return &now
}

func (c *Controller) annotate(ctx context.Context, sim *simNode, pod *v1.Pod) error {
	annotations := map[string]any{}
	for _, name := range []string{annotationCPUSet, annotationZones, annotationAssignment} {
		if _, stale := pod.Annotations[name]; stale {
			annotations[name] = nil
		}
	}
	for name, value := range sim.kubelet.Annotations(pod) {
		annotations[name] = value
	}
	if len(annotations) == 0 {
		return nil
	}
	data, err := json.Marshal(map[string]any{"metadata": map[string]any{"uid": pod.UID, "annotations": annotations}})
	if err != nil {
		return err
	}
	_, err = c.client.CoreV1().Pods(pod.Namespace).Patch(ctx, pod.Name, types.MergePatchType, data, metav1.PatchOptions{})
	return ignoreGone(err)
}

func (c *Controller) patchPodStatus(ctx context.Context, pod *v1.Pod, status map[string]any) error {
	data, err := json.Marshal(map[string]any{"metadata": map[string]any{"uid": pod.UID}, "status": status})
	if err != nil {
		return err
	}
	_, err = c.client.CoreV1().Pods(pod.Namespace).Patch(ctx, pod.Name, types.StrategicMergePatchType, data, metav1.PatchOptions{}, "status")
	return ignoreGone(err)
}

// finish ends a pod that is to be deleted; its processes are taken to end at once.
func (c *Controller) finish(ctx context.Context, sim *simNode, pod *v1.Pod) error {
	state := sim.state(pod)
	if state.deleted {
		return nil
	}
	// Somebody's finalizer may wait for the final phase.
	if len(pod.Finalizers) > 0 && !podutil.IsPodTerminal(pod) {
		if err := c.patchPodStatus(ctx, pod, ended(pod, v1.PodFailed, "Error", 143, state.started)); err != nil {
			return err
		}
	}
	now := int64(0)
	err := ignoreGone(c.client.CoreV1().Pods(pod.Namespace).Delete(ctx, pod.Name,
		metav1.DeleteOptions{GracePeriodSeconds: &now, Preconditions: metav1.NewUIDPreconditions(string(pod.UID))}))
	state.deleted = err == nil
	return err
}
