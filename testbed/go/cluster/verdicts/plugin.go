package main

import (
	"context"
	"fmt"
	"reflect"
	"unsafe"

	nrt "github.com/k8stopologyawareschedwg/noderesourcetopology-api/pkg/apis/topology/v1alpha2"
	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	schedulerframework "k8s.io/kubernetes/pkg/scheduler/framework"
	plugin "sigs.k8s.io/scheduler-plugins/pkg/noderesourcetopology"
	nrtcache "sigs.k8s.io/scheduler-plugins/pkg/noderesourcetopology/cache"
)

// filter asks the plugin's Filter about the node.
func filter(node *Node, c *Case, pod *v1.Pod) Verdict {
	info := schedulerframework.NewNodeInfo()
	allocatable := node.Allocatable.list()
	info.SetNode(&v1.Node{ObjectMeta: metav1.ObjectMeta{Name: nodeName}, Status: v1.NodeStatus{Capacity: allocatable, Allocatable: allocatable}})
	status := newPlugin(oneTopology{object: topology(node, c)}).Filter(ctx, nil, pod, info)
	return Verdict{Admit: status.IsSuccess(), Reason: status.Code().String(), Message: status.Message()}
}

// newPlugin puts a cache into the plugin past its constructor, which would want an API server for it.
func newPlugin(cache nrtcache.Interface) *plugin.TopologyMatch {
	match := &plugin.TopologyMatch{}
	field := reflect.ValueOf(match).Elem().FieldByName("nrtCache")
	reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem().Set(reflect.ValueOf(cache))
	return match
}

func topology(node *Node, c *Case) *nrt.NodeResourceTopology {
	object := &nrt.NodeResourceTopology{
		ObjectMeta: metav1.ObjectMeta{Name: nodeName},
		Attributes: nrt.AttributeList{
			{Name: "topologyManagerPolicy", Value: c.Kubelet.Policy},
			{Name: "topologyManagerScope", Value: c.Kubelet.Scope},
		},
	}
	for _, zone := range node.Zones {
		published := nrt.Zone{Name: fmt.Sprintf("node-%d", zone.ID), Type: "Node"}
		capacity, allocatable, available := zone.Capacity.list(), zone.Allocatable.list(), zone.Available.list()
		for name := range available {
			published.Resources = append(published.Resources, nrt.ResourceInfo{
				Name: string(name), Capacity: capacity[name], Allocatable: allocatable[name], Available: available[name]})
		}
		object.Zones = append(object.Zones, published)
	}
	return object
}

// oneTopology is a cache that always has the same fresh object.
type oneTopology struct {
	nrtcache.Interface
	object *nrt.NodeResourceTopology
}

func (o oneTopology) GetCachedNRTCopy(context.Context, string, *v1.Pod) (*nrt.NodeResourceTopology, nrtcache.CachedNRTInfo) {
	return o.object.DeepCopy(), nrtcache.CachedNRTInfo{Fresh: true}
}

func (oneTopology) NodeMaybeOverReserved(string, *v1.Pod) {}
