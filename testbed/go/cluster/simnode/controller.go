package main

import (
	"context"
	"log/slog"
	"path/filepath"
	"sync"
	"time"

	nrtclient "github.com/k8stopologyawareschedwg/noderesourcetopology-api/pkg/generated/clientset/versioned"
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

const (
	annotationMachine = "testbed.numaresources.io/machine"
	annotationKubelet = "testbed.numaresources.io/kubelet"
	byNode            = "node"
)

// Controller runs the declared nodes: two shared informers, one queue of node names for the pods' life and one for what the
// updaters publish. A node at rest costs memory only.
type Controller struct {
	client   kubernetes.Interface
	nrts     nrtclient.Interface
	metadata metadata.Interface
	machines map[string]*Machine
	options  Options
	configs  configCache

	nodes cache.SharedIndexInformer
	pods  cache.SharedIndexInformer
	queue workqueue.TypedRateLimitingInterface[string]
	// publish is apart, so that a missing NodeResourceTopology CRD never delays a pod.
	publish workqueue.TypedRateLimitingInterface[string]

	mu  sync.Mutex
	sim map[string]*simNode
}

// simNode is one declared node. Its lock is held while the node is worked on.
type simNode struct {
	mu        sync.Mutex
	name      string
	uid       types.UID
	machine   *Machine
	overrides string
	config    *Config
	kubelet   *Kubelet // created with the first pod
	// freshStart says that the state files were removed, so nothing is restored.
	freshStart bool
	failure    error // what keeps the kubelet from starting
	pods       map[types.UID]*podState
	updater    *updater
	published  *publication
}

func newController(client kubernetes.Interface, nrts nrtclient.Interface, meta metadata.Interface, machines map[string]*Machine, options Options) (*Controller, error) {
	c := &Controller{client: client, nrts: nrts, metadata: meta, machines: machines, options: options, sim: map[string]*simNode{}}
	limiter := func() workqueue.TypedRateLimiter[string] {
		return workqueue.NewTypedItemExponentialFailureRateLimiter[string](50*time.Millisecond, 10*time.Second)
	}
	c.queue = workqueue.NewTypedRateLimitingQueue(limiter())
	c.publish = workqueue.NewTypedRateLimitingQueue(limiter())
	core := client.CoreV1().RESTClient()
	c.nodes = cache.NewSharedIndexInformer(cache.NewListWatchFromClient(core, "nodes", "", fields.Everything()), &v1.Node{}, 0, cache.Indexers{})
	bound := fields.OneTermNotEqualSelector("spec.nodeName", "")
	c.pods = cache.NewSharedIndexInformer(cache.NewListWatchFromClient(core, "pods", "", bound), &v1.Pod{}, 0, cache.Indexers{
		byNode: func(object any) ([]string, error) { return []string{object.(*v1.Pod).Spec.NodeName}, nil }})
	for _, informer := range []cache.SharedIndexInformer{c.nodes, c.pods} {
		if err := informer.SetTransform(dropManagedFields); err != nil {
			return nil, err
		}
	}
	if err := watch(c.nodes, func(node *v1.Node) { c.queue.Add(node.Name) }); err != nil {
		return nil, err
	}
	return c, watch(c.pods, func(pod *v1.Pod) { c.queue.Add(pod.Spec.NodeName) })
}

func dropManagedFields(object any) (any, error) {
	if accessor, err := meta.Accessor(object); err == nil {
		accessor.SetManagedFields(nil)
	}
	return object, nil
}

func watch[T any](informer cache.SharedIndexInformer, changed func(T)) error {
	notify := func(object any) {
		if tombstone, ok := object.(cache.DeletedFinalStateUnknown); ok {
			object = tombstone.Obj
		}
		changed(object.(T))
	}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: notify, UpdateFunc: func(_, object any) { notify(object) }, DeleteFunc: notify})
	return err
}

// Run works until the context ends.
func (c *Controller) Run(ctx context.Context) {
	go c.nodes.RunWithContext(ctx)
	go c.pods.RunWithContext(ctx)
	if !cache.WaitForCacheSync(ctx.Done(), c.nodes.HasSynced, c.pods.HasSynced) {
		return
	}
	slog.Info("ready", "machines", len(c.machines), "nodes", len(c.nodes.GetStore().ListKeys()))
	for range c.options.Workers {
		go work(ctx, c.queue, c.reconcile)
		go work(ctx, c.publish, c.publishNode)
	}
	go c.renewLeases(ctx)
	go c.watchOverTopologies(ctx)
	<-ctx.Done()
	c.queue.ShutDown()
	c.publish.ShutDown()
}

func work(ctx context.Context, queue workqueue.TypedRateLimitingInterface[string], do func(context.Context, string) error) {
	for {
		name, shutdown := queue.Get()
		if shutdown {
			return
		}
		if err := do(ctx, name); err != nil && ctx.Err() == nil {
			if queue.NumRequeues(name) == 3 { // transient conflicts and a CRD yet to come aren't worth a line
				slog.Warn("retrying", "node", name, "error", err)
			}
			queue.AddRateLimited(name)
		} else {
			queue.Forget(name)
		}
		queue.Done(name)
	}
}

func (c *Controller) reconcile(ctx context.Context, name string) error {
	object, exists, err := c.nodes.GetStore().GetByKey(name)
	if err != nil {
		return err
	}
	var node *v1.Node
	if exists {
		node = object.(*v1.Node)
	}
	if node == nil || c.machines[node.Annotations[annotationMachine]] == nil {
		if node != nil && node.Annotations[annotationMachine] != "" {
			slog.Warn("no such machine", "node", name, "machine", node.Annotations[annotationMachine])
		}
		c.forget(name)
		return nil
	}
	sim := c.ensure(node)
	sim.mu.Lock()
	defer sim.mu.Unlock()
	pods := c.podsOn(name)
	c.configure(sim, node)
	if sim.failure == nil && sim.kubelet == nil && len(pods) > 0 {
		c.startKubelet(sim, pods)
	}
	if err := c.reportNode(ctx, sim, node); err != nil {
		return err
	}
	if sim.failure != nil {
		return nil
	}
	if sim.kubelet != nil {
		sim.kubelet.Observe(node)
	}
	return c.reconcilePods(ctx, sim, pods)
}

func (c *Controller) ensure(node *v1.Node) *simNode {
	c.mu.Lock()
	defer c.mu.Unlock()
	sim := c.sim[node.Name]
	if sim == nil || sim.uid != node.UID {
		sim = &simNode{name: node.Name, uid: node.UID, pods: map[types.UID]*podState{}}
		c.sim[node.Name] = sim
	}
	return sim
}

func (c *Controller) find(name string) *simNode {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.sim[name]
}

func (c *Controller) names() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	names := make([]string, 0, len(c.sim))
	for name := range c.sim {
		names = append(names, name)
	}
	return names
}

func (c *Controller) forget(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.sim, name)
}

// configure loads what the node's annotations ask for. When that changed, the kubelet restarts with its state files removed
// and decides anew on every pod.
func (c *Controller) configure(sim *simNode, node *v1.Node) {
	machine, overrides := c.machines[node.Annotations[annotationMachine]], node.Annotations[annotationKubelet]
	if sim.machine == machine && sim.overrides == overrides {
		return
	}
	changed := sim.machine != nil
	sim.machine, sim.overrides, sim.kubelet = machine, overrides, nil
	sim.config, sim.failure = c.configs.load(machine, overrides)
	if sim.failure != nil {
		slog.Warn("the kubelet can't start", "node", sim.name, "error", sim.failure)
	}
	if !changed {
		return
	}
	slog.Info("the kubelet restarts with another configuration", "node", sim.name)
	for _, state := range sim.pods {
		state.admitted, state.annotated = false, false
	}
	sim.freshStart = true
}

// startKubelet restores what the running pods recorded; a record the managers refuse is dropped.
func (c *Controller) startKubelet(sim *simNode, pods []*v1.Pod) {
	var running []*v1.Pod
	for _, pod := range pods {
		if !sim.freshStart && pod.Status.Phase == v1.PodRunning && pod.DeletionTimestamp == nil {
			running = append(running, pod)
		}
	}
	sim.kubelet, sim.failure = StartKubelet(sim.machine, sim.config, c.stateDir(sim), running)
	if sim.failure != nil && len(recorded(running)) > 0 {
		slog.Warn("recorded assignments are dropped", "node", sim.name, "error", sim.failure)
		sim.kubelet, sim.failure = StartKubelet(sim.machine, sim.config, c.stateDir(sim), nil)
	}
	if sim.failure != nil {
		slog.Warn("the kubelet can't start", "node", sim.name, "error", sim.failure)
	}
}

func (c *Controller) stateDir(sim *simNode) string {
	return filepath.Join(c.options.StateDir, sim.name)
}

func (c *Controller) podsOn(node string) []*v1.Pod {
	objects, err := c.pods.GetIndexer().ByIndex(byNode, node)
	if err != nil {
		panic(err) // the index exists
	}
	pods := make([]*v1.Pod, 0, len(objects))
	for _, object := range objects {
		pods = append(pods, object.(*v1.Pod))
	}
	return pods
}
