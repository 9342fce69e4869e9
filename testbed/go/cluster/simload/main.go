// simload loads a cluster for measurements: plain Node objects with as many images in their status as real nodes have, and
// NodeResourceTopologies that change at a given rate. It prints what it did as one line of JSON.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	nrtclient "github.com/k8stopologyawareschedwg/noderesourcetopology-api/pkg/generated/clientset/versioned"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

type options struct {
	kubeconfig, prefix, machine  string
	nodes, images, zones, offset int
	workers                      int
	createRate, nrtRate          float64
	duration                     time.Duration
	labels                       labels
	createNRTs, remove           bool
}

// labels collects --label k=v.
type labels map[string]string

func (l labels) String() string { return fmt.Sprint(map[string]string(l)) }

func (l labels) Set(text string) error {
	key, value, ok := strings.Cut(text, "=")
	if !ok {
		return fmt.Errorf("%q isn't key=value", text)
	}
	l[key] = value
	return nil
}

// report is the line of JSON.
type report struct {
	NodesCreated  int64   `json:"nodesCreated"`
	NodesRemoved  int64   `json:"nodesRemoved,omitempty"`
	CreateSeconds float64 `json:"createSeconds"`
	NRTsCreated   int64   `json:"nrtsCreated"`
	NRTUpdates    int64   `json:"nrtUpdates"`
	UpdateSeconds float64 `json:"updateSeconds"`
	UpdatesPerSec float64 `json:"updatesPerSecond"`
	Errors        int64   `json:"errors"`
	LastError     string  `json:"lastError,omitempty"`
}

type loader struct {
	options
	client    kubernetes.Interface
	nrts      nrtclient.Interface
	errors    atomic.Int64
	lastError atomic.Value
}

func main() {
	o := options{labels: labels{}}
	flag.StringVar(&o.kubeconfig, "kubeconfig", "", "kubeconfig of the cluster")
	flag.IntVar(&o.nodes, "nodes", 100, "number of nodes")
	flag.IntVar(&o.offset, "offset", 0, "number of the first node")
	flag.StringVar(&o.prefix, "prefix", "load-", "what node names start with")
	flag.IntVar(&o.images, "images", 50, "images in each node's status")
	flag.Var(o.labels, "label", "key=value for every node; repeatable")
	flag.StringVar(&o.machine, "machine", "", "machine of the nodes, for simnode to run them; empty leaves them to kwok")
	flag.BoolVar(&o.createNRTs, "create-nrts", false, "create a NodeResourceTopology for each node")
	flag.IntVar(&o.zones, "zones", 2, "zones of a NodeResourceTopology")
	flag.Float64Var(&o.createRate, "create-rate", 0, "objects created a second; 0 is as fast as it goes")
	flag.Float64Var(&o.nrtRate, "nrt-rate", 0, "NodeResourceTopology updates a second; 0 makes none")
	flag.DurationVar(&o.duration, "duration", time.Minute, "how long updates go on")
	flag.IntVar(&o.workers, "workers", 32, "requests at a time")
	flag.BoolVar(&o.remove, "remove", false, "remove the nodes and their NodeResourceTopologies instead")
	flag.Parse()
	result, err := run(o)
	if err != nil {
		fmt.Fprintln(os.Stderr, "simload:", err)
		os.Exit(1)
	}
	line, _ := json.Marshal(result)
	fmt.Println(string(line))
}

func run(o options) (*report, error) {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, os.Interrupt)
	defer stop()
	config, err := clientcmd.BuildConfigFromFlags("", o.kubeconfig)
	if err != nil {
		return nil, err
	}
	config.QPS, config.Burst, config.UserAgent = 2000, 4000, "simload"
	core := rest.CopyConfig(config)
	core.ContentType = "application/vnd.kubernetes.protobuf"
	l := &loader{options: o}
	if l.client, err = kubernetes.NewForConfig(core); err != nil {
		return nil, err
	}
	if l.nrts, err = nrtclient.NewForConfig(config); err != nil {
		return nil, err
	}
	result := &report{}
	start := time.Now()
	switch {
	case o.remove:
		result.NodesRemoved = l.each(ctx, l.removeNode)
	default:
		result.NodesCreated = l.each(ctx, l.createNode)
		if o.createNRTs || o.nrtRate > 0 {
			result.NRTsCreated = l.each(ctx, l.createNRT)
		}
	}
	result.CreateSeconds = time.Since(start).Seconds()
	if o.nrtRate > 0 && !o.remove {
		start = time.Now()
		result.NRTUpdates = l.update(ctx)
		result.UpdateSeconds = time.Since(start).Seconds()
		result.UpdatesPerSec = float64(result.NRTUpdates) / result.UpdateSeconds
	}
	result.Errors = l.errors.Load()
	result.LastError, _ = l.lastError.Load().(string)
	return result, nil
}
