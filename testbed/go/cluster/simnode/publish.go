package main

import (
	"context"
	"log/slog"
	"maps"
	"strings"
	"time"

	nrt "github.com/k8stopologyawareschedwg/noderesourcetopology-api/pkg/apis/topology/v1alpha2"
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	podutil "k8s.io/kubernetes/pkg/api/v1/pod"
)

const (
	componentLabel   = "app.kubernetes.io/component"
	updaterComponent = "topology-updater"

	publishAlways      = "always"
	publishWithUpdater = "with-updater"
	publishNever       = "never"

	// debounce joins the changes of a burst of pods into one write, as the updaters' rate limits do.
	debounce = 300 * time.Millisecond
	// auditPeriod is the updaters' interval: an object that someone removed or changed is written again after it.
	auditPeriod = 60 * time.Second
)

// updater is the pod in whose name a node's topology is published.
type updater struct {
	uid       types.UID
	namespace string
	style     Style
}

// publication is what was written last.
type publication struct {
	version string
	written time.Time
	object  *nrt.NodeResourceTopology
	// stale says that the object isn't there as it was written.
	stale bool
}

// styleOf tells the updater by its container, or "" for a pod that is none.
func styleOf(pod *v1.Pod) Style {
	if pod.Labels[componentLabel] != updaterComponent {
		return ""
	}
	for _, container := range pod.Spec.Containers {
		text := container.Name + " " + container.Image + " " + strings.Join(container.Command, " ")
		if strings.Contains(text, string(styleRTE)) {
			return styleRTE
		}
		if strings.Contains(text, string(styleNFD)) || strings.Contains(text, "node-feature-discovery") {
			return styleNFD
		}
	}
	return ""
}

// findUpdater notes who publishes and asks for a publication; whether anything differs is decided then.
func (c *Controller) findUpdater(sim *simNode, pods []*v1.Pod) {
	found := c.updaterAmong(sim, pods)
	if sim.updater == nil || found == nil || *sim.updater != *found {
		sim.updater, sim.published = found, nil
	}
	if found != nil {
		c.publish.AddAfter(sim.name, debounce)
	}
}

func (c *Controller) updaterAmong(sim *simNode, pods []*v1.Pod) *updater {
	if c.options.Publish == publishNever {
		return nil
	}
	for _, pod := range pods {
		state := sim.pods[pod.UID]
		style := styleOf(pod)
		if style != "" && pod.DeletionTimestamp == nil && !podutil.IsPodTerminal(pod) && state != nil && state.reported == v1.PodRunning {
			return &updater{pod.UID, pod.Namespace, style}
		}
	}
	if c.options.Publish == publishAlways {
		return &updater{style: styleRTE}
	}
	return nil
}

func (c *Controller) publishNode(ctx context.Context, name string) error {
	sim := c.find(name)
	if sim == nil {
		return nil
	}
	sim.mu.Lock()
	defer sim.mu.Unlock()
	if sim.updater == nil || sim.failure != nil {
		return nil
	}
	if sim.kubelet == nil {
		if c.startKubelet(sim, c.podsOn(name)); sim.failure != nil {
			return nil
		}
	}
	desired := sim.kubelet.Topology(name, sim.updater.style)
	if sim.published != nil && !sim.published.stale && equal(sim.published.object, desired) {
		return nil
	}
	owner, err := c.owner(ctx, sim)
	if err != nil {
		return err
	}
	desired.OwnerReferences = []metav1.OwnerReference{owner}
	written, err := c.write(ctx, desired, string(sim.updater.style))
	if err != nil {
		return err
	}
	first := sim.published == nil
	sim.published = &publication{version: written.ResourceVersion, written: time.Now(), object: desired}
	if first {
		c.queue.Add(name) // a readiness gate may be open now
	}
	return nil
}

func (c *Controller) owner(ctx context.Context, sim *simNode) (metav1.OwnerReference, error) {
	if sim.updater.style == styleRTE {
		return metav1.OwnerReference{APIVersion: "v1", Kind: "Node", Name: sim.name, UID: sim.uid}, nil
	}
	namespace, err := c.client.CoreV1().Namespaces().Get(ctx, sim.updater.namespace, metav1.GetOptions{})
	if err != nil {
		return metav1.OwnerReference{}, err
	}
	return metav1.OwnerReference{APIVersion: "v1", Kind: "Namespace", Name: namespace.Name, UID: namespace.UID}, nil
}

func (c *Controller) write(ctx context.Context, desired *nrt.NodeResourceTopology, manager string) (*nrt.NodeResourceTopology, error) {
	client := c.nrts.TopologyV1alpha2().NodeResourceTopologies()
	current, err := client.Get(ctx, desired.Name, metav1.GetOptions{})
	if apierrors.IsNotFound(err) {
		return client.Create(ctx, desired, metav1.CreateOptions{FieldManager: manager})
	}
	if err != nil {
		return nil, err
	}
	next := current.DeepCopy()
	if next.Annotations == nil && len(desired.Annotations) > 0 {
		next.Annotations = map[string]string{}
	}
	maps.Copy(next.Annotations, desired.Annotations)
	next.OwnerReferences = desired.OwnerReferences
	next.TopologyPolicies, next.Attributes, next.Zones = desired.TopologyPolicies, desired.Attributes, desired.Zones
	if equality.Semantic.DeepEqual(next, current) {
		return current, nil
	}
	return client.Update(ctx, next, metav1.UpdateOptions{FieldManager: manager})
}

func equal(a, b *nrt.NodeResourceTopology) bool {
	return equality.Semantic.DeepEqual(a.Zones, b.Zones) && equality.Semantic.DeepEqual(a.Attributes, b.Attributes) && equality.Semantic.DeepEqual(a.TopologyPolicies, b.TopologyPolicies) && equality.Semantic.DeepEqual(a.Annotations, b.Annotations)
}

// watchOverTopologies lists the metadata of all objects once a period: one request whatever the number of nodes.
func (c *Controller) watchOverTopologies(ctx context.Context) {
	resource := nrt.SchemeGroupVersion.WithResource("noderesourcetopologies")
	for sleep(ctx, auditPeriod) {
		asked := time.Now()
		list, err := c.metadata.Resource(resource).List(ctx, metav1.ListOptions{ResourceVersion: "0"})
		if err != nil {
			continue // no CRD yet; the publications retry by themselves
		}
		versions := map[string]string{}
		for _, item := range list.Items {
			versions[item.Name] = item.ResourceVersion
		}
		for _, name := range c.names() {
			sim := c.find(name)
			if sim == nil {
				continue
			}
			sim.mu.Lock()
			// The list comes from a cache, which may lag behind what was just written.
			stale := sim.published != nil && sim.published.written.Before(asked.Add(-10*time.Second)) && versions[name] != sim.published.version
			if stale {
				sim.published.stale = true
			}
			sim.mu.Unlock()
			if stale {
				slog.Info("topology is written again", "node", name)
				c.publish.Add(name)
			}
		}
	}
}
