package main

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"maps"
	"time"

	nrt "github.com/k8stopologyawareschedwg/noderesourcetopology-api/pkg/apis/topology/v1alpha2"
	v1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

const gib = int64(1) << 30

func (l *loader) createNode(ctx context.Context, name string) error {
	annotations := map[string]string{"kwok.x-k8s.io/node": "fake"}
	if l.machine != "" {
		annotations = map[string]string{"testbed.numaresources.io/machine": l.machine}
	}
	nodeLabels := map[string]string{v1.LabelHostname: name, v1.LabelOSStable: "linux", v1.LabelArchStable: "amd64"}
	maps.Copy(nodeLabels, l.labels)
	node := &v1.Node{ObjectMeta: metav1.ObjectMeta{Name: name, Labels: nodeLabels, Annotations: annotations}}
	if l.machine == "" {
		amounts := v1.ResourceList{
			v1.ResourceCPU: *resource.NewQuantity(64*int64(l.zones), resource.DecimalSI), v1.ResourcePods: resource.MustParse("250"),
			v1.ResourceMemory: *resource.NewQuantity(256*gib*int64(l.zones), resource.BinarySI)}
		node.Status.Capacity, node.Status.Allocatable = amounts, amounts
		node.Status.Conditions = []v1.NodeCondition{{Type: v1.NodeReady, Status: v1.ConditionTrue, Reason: "KubeletReady",
			LastHeartbeatTime: metav1.Now(), LastTransitionTime: metav1.Now()}}
		node.Status.NodeInfo.KubeletVersion = "v1.34.4"
	}
	node.Status.Images = images(l.images)
	_, err := l.client.CoreV1().Nodes().Create(ctx, node, metav1.CreateOptions{})
	if apierrors.IsAlreadyExists(err) {
		return nil
	}
	return err
}

// images are as long as names with digests are in reality, since it's their size that weighs.
func images(count int) []v1.ContainerImage {
	var list []v1.ContainerImage
	for i := range count {
		sum := fnv.New128a()
		_, _ = fmt.Fprint(sum, i)
		repository := fmt.Sprintf("images.example.com/team-%02d/component-%03d", i%20, i)
		list = append(list, v1.ContainerImage{SizeBytes: int64(i+1) << 20, Names: []string{
			fmt.Sprintf("%s@sha256:%x%x", repository, sum.Sum(nil), sum.Sum(nil)), repository + ":v1.0.0"}})
	}
	return list
}

func (l *loader) createNRT(ctx context.Context, name string) error {
	object := &nrt.NodeResourceTopology{ObjectMeta: metav1.ObjectMeta{Name: name}, Attributes: nrt.AttributeList{
		{Name: "topologyManagerPolicy", Value: "single-numa-node"}, {Name: "topologyManagerScope", Value: "container"},
		{Name: "nodeTopologyPodsFingerprint", Value: fingerprint(name, 0)}}, Zones: l.zonesAt(0)}
	_, err := l.nrts.TopologyV1alpha2().NodeResourceTopologies().Create(ctx, object, metav1.CreateOptions{})
	if apierrors.IsAlreadyExists(err) {
		return nil
	}
	return err
}

// updateNRT writes zones and attributes whole, as the updaters' merge patch does.
func (l *loader) updateNRT(ctx context.Context, name string) error {
	now := time.Now().UnixNano()
	patch, err := json.Marshal(map[string]any{"zones": l.zonesAt(now), "attributes": nrt.AttributeList{
		{Name: "topologyManagerPolicy", Value: "single-numa-node"}, {Name: "topologyManagerScope", Value: "container"},
		{Name: "nodeTopologyPodsFingerprint", Value: fingerprint(name, now)}}})
	if err != nil {
		return err
	}
	_, err = l.nrts.TopologyV1alpha2().NodeResourceTopologies().Patch(ctx, name, types.MergePatchType, patch, metav1.PatchOptions{})
	return err
}

func (l *loader) removeNode(ctx context.Context, name string) error {
	for _, err := range []error{
		l.nrts.TopologyV1alpha2().NodeResourceTopologies().Delete(ctx, name, metav1.DeleteOptions{}),
		l.client.CoreV1().Nodes().Delete(ctx, name, metav1.DeleteOptions{}),
	} {
		if err != nil && !apierrors.IsNotFound(err) {
			return err
		}
	}
	return nil
}

// zonesAt has 64 CPUs and 256 GiB a zone, of which more or less is free at another time.
func (l *loader) zonesAt(now int64) nrt.ZoneList {
	var zones nrt.ZoneList
	for i := range l.zones {
		zone := nrt.Zone{Name: fmt.Sprintf("node-%d", i), Type: "Node"}
		for j := range l.zones {
			distance := int64(21)
			if i == j {
				distance = 10
			}
			zone.Costs = append(zone.Costs, nrt.CostInfo{Name: fmt.Sprintf("node-%d", j), Value: distance})
		}
		used := (now/1000 + int64(i)) % 32
		zone.Resources = nrt.ResourceInfoList{amounts("cpu", 64, 62, 62-used), amounts("memory", 256*gib, 254*gib, (254-4*used)*gib)}
		zones = append(zones, zone)
	}
	return zones
}

func amounts(name string, capacity, allocatable, available int64) nrt.ResourceInfo {
	quantity := func(n int64) resource.Quantity { return *resource.NewQuantity(n, resource.DecimalSI) }
	return nrt.ResourceInfo{Name: name, Capacity: quantity(capacity), Allocatable: quantity(allocatable), Available: quantity(available)}
}

// fingerprint has the form of one, but stands for no pods.
func fingerprint(name string, now int64) string {
	sum := fnv.New64a()
	_, _ = fmt.Fprint(sum, name, now)
	return fmt.Sprintf("pfp0v001%016x", sum.Sum64())
}
