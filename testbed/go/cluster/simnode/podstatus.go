package main

import (
	"slices"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	v1qos "k8s.io/kubernetes/pkg/apis/core/v1/helper/qos"
)

const (
	gateFetched = "PodresourcesFetched"
	gateUpdated = "NodeTopologyUpdated"
)

// running is the status of a pod whose containers all run; ready says whether its readiness gates are open.
func running(sim *simNode, pod *v1.Pod, started time.Time, ready bool) map[string]any {
	start := metav1.NewTime(started)
	conditions := []v1.PodCondition{
		condition(v1.PodReadyToStartContainers, true), condition(v1.PodInitialized, true),
		condition(v1.ContainersReady, true), condition(v1.PodReady, ready),
	}
	if !ready {
		conditions[3].Reason = "ReadinessGatesNotReady"
	}
	for _, gate := range ownGates(pod) {
		conditions = append(conditions, condition(gate, gateState(sim, pod, gate)))
	}
	ip := address(string(pod.UID), "10.128.0.0").String()
	if pod.Spec.HostNetwork {
		ip = address(sim.name, "10.64.0.0").String()
	}
	var initStatuses []v1.ContainerStatus
	for _, container := range pod.Spec.InitContainers {
		status := containerStatus(pod, container)
		if container.RestartPolicy != nil && *container.RestartPolicy == v1.ContainerRestartPolicyAlways {
			status.State.Running = &v1.ContainerStateRunning{StartedAt: start}
		} else {
			status.State.Terminated = &v1.ContainerStateTerminated{Reason: "Completed", StartedAt: start, FinishedAt: start}
		}
		initStatuses = append(initStatuses, status)
	}
	var statuses []v1.ContainerStatus
	for _, container := range pod.Spec.Containers {
		status := containerStatus(pod, container)
		status.State.Running = &v1.ContainerStateRunning{StartedAt: start}
		statuses = append(statuses, status)
	}
	return map[string]any{
		"phase": v1.PodRunning, "startTime": start, "conditions": conditions, "qosClass": v1qos.GetPodQOS(pod),
		"hostIP": address(sim.name, "10.64.0.0").String(), "podIP": ip, "podIPs": []v1.PodIP{{IP: ip}},
		"initContainerStatuses": initStatuses, "containerStatuses": statuses}
}

// ended is the status of a pod whose containers ended.
func ended(pod *v1.Pod, phase v1.PodPhase, reason string, exitCode int32, started time.Time) map[string]any {
	conditions := []v1.PodCondition{condition(v1.ContainersReady, false), condition(v1.PodReady, false)}
	for i := range conditions {
		conditions[i].Reason = "PodCompleted"
		if phase == v1.PodFailed {
			conditions[i].Reason = "PodFailed"
		}
	}
	var statuses []v1.ContainerStatus
	for _, container := range pod.Spec.Containers {
		status := containerStatus(pod, container)
		status.Ready, status.Started = false, new(bool)
		status.State.Terminated = &v1.ContainerStateTerminated{ExitCode: exitCode, Reason: reason, ContainerID: status.ContainerID,
			StartedAt: metav1.NewTime(started), FinishedAt: metav1.Now()}
		statuses = append(statuses, status)
	}
	return map[string]any{"phase": phase, "conditions": conditions, "containerStatuses": statuses}
}

// containerStatus tells the allocated resources too: after a restart the managers ask for those, not for the requests.
func containerStatus(pod *v1.Pod, container v1.Container) v1.ContainerStatus {
	started := true
	status := v1.ContainerStatus{Name: container.Name, Image: container.Image, ImageID: container.Image, Ready: true, Started: &started,
		ContainerID: "containerd://" + string(pod.UID) + "-" + container.Name}
	if len(container.Resources.Requests) > 0 {
		status.AllocatedResources, status.Resources = container.Resources.Requests, container.Resources.DeepCopy()
	}
	return status
}

func condition(kind v1.PodConditionType, ok bool) v1.PodCondition {
	status := v1.ConditionFalse
	if ok {
		status = v1.ConditionTrue
	}
	return v1.PodCondition{Type: kind, Status: status, LastTransitionTime: metav1.Now()}
}

// ownGates are the readiness gates that the updater in the pod opens, so this program does.
func ownGates(pod *v1.Pod) []v1.PodConditionType {
	if styleOf(pod) != styleRTE {
		return nil
	}
	var gates []v1.PodConditionType
	for _, gate := range pod.Spec.ReadinessGates {
		if gate.ConditionType == gateFetched || gate.ConditionType == gateUpdated {
			gates = append(gates, gate.ConditionType)
		}
	}
	return gates
}

// gateState keeps a gate open that was, since a restart of this program is none of the updater.
func gateState(sim *simNode, pod *v1.Pod, gate v1.PodConditionType) bool {
	return gate == gateFetched || conditionTrue(pod, gate) || sim.published != nil && sim.updater != nil && sim.updater.uid == pod.UID
}

func conditionTrue(pod *v1.Pod, kind v1.PodConditionType) bool {
	return slices.ContainsFunc(pod.Status.Conditions, func(c v1.PodCondition) bool { return c.Type == kind && c.Status == v1.ConditionTrue })
}

func gatesOpen(sim *simNode, pod *v1.Pod) bool {
	own := ownGates(pod)
	for _, gate := range pod.Spec.ReadinessGates {
		if slices.Contains(own, gate.ConditionType) {
			if !gateState(sim, pod, gate.ConditionType) {
				return false
			}
			continue
		}
		if !conditionTrue(pod, gate.ConditionType) {
			return false
		}
	}
	return true
}
