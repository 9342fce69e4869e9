// simnode simulates the kubelets of nodes whose hardware is only declared. What a kubelet decides is decided by the kubelet's
// own topology, CPU and memory managers; pods run no process. A Node takes part by the annotation
// testbed.numaresources.io/machine, which names a declared machine.
package main

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/go-logr/logr"
	nrtclient "github.com/k8stopologyawareschedwg/noderesourcetopology-api/pkg/generated/clientset/versioned"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/klog/v2"
)

// Options are the program's flags.
type Options struct {
	Kubeconfig, Machines, Listen, Publish, StateDir string
	Workers                                         int
	LeaseInterval                                   time.Duration
	Verbose                                         bool
}

func main() {
	var o Options
	flag.StringVar(&o.Kubeconfig, "kubeconfig", "", "kubeconfig of the cluster")
	flag.StringVar(&o.Machines, "machines", "", "file or folder of *.yaml that declare machines")
	flag.StringVar(&o.Listen, "listen", "", "address of the HTTP endpoint; none when empty")
	flag.StringVar(&o.Publish, "publish", publishWithUpdater, "when NodeResourceTopologies are published: with-updater, always or never")
	flag.StringVar(&o.StateDir, "state-dir", "", "folder of the managers' state files; a temporary one when empty")
	flag.IntVar(&o.Workers, "workers", 8, "nodes worked on at a time")
	flag.DurationVar(&o.LeaseInterval, "lease-interval", 5*time.Minute, "time between two renewals of a node's lease")
	flag.BoolVar(&o.Verbose, "verbose", false, "show what the kubelet's managers log")
	flag.Parse()
	if err := run(o); err != nil {
		fmt.Fprintln(os.Stderr, "simnode:", err)
		os.Exit(1)
	}
}

func run(o Options) error {
	switch o.Publish {
	case publishWithUpdater, publishAlways, publishNever:
	default:
		return fmt.Errorf("--publish=%s is none of with-updater, always, never", o.Publish)
	}
	logTo(o.Verbose)
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, os.Interrupt)
	defer stop()
	machines, err := LoadMachines(o.Machines)
	if err != nil {
		return err
	}
	if o.StateDir == "" {
		if o.StateDir, err = os.MkdirTemp("", "simnode-"); err != nil {
			return err
		}
		defer os.RemoveAll(o.StateDir)
	}
	controller, err := connect(o, machines)
	if err != nil {
		return err
	}
	if o.Listen != "" {
		server := &http.Server{Addr: o.Listen, Handler: controller.handler(), ReadHeaderTimeout: 5 * time.Second}
		go func() {
			if err := server.ListenAndServe(); err != nil && ctx.Err() == nil {
				slog.Error("no HTTP endpoint", "error", err)
				stop()
			}
		}()
		defer server.Close()
	}
	controller.Run(ctx)
	return nil
}

func connect(o Options, machines map[string]*Machine) (*Controller, error) {
	config, err := clientcmd.BuildConfigFromFlags("", o.Kubeconfig)
	if err != nil {
		return nil, err
	}
	config.QPS, config.Burst = 300, 600
	config.UserAgent = "simnode"
	core := rest.CopyConfig(config)
	core.ContentType = "application/vnd.kubernetes.protobuf"
	client, err := kubernetes.NewForConfig(core)
	if err != nil {
		return nil, err
	}
	nrts, err := nrtclient.NewForConfig(config)
	if err != nil {
		return nil, err
	}
	meta, err := metadata.NewForConfig(config)
	if err != nil {
		return nil, err
	}
	return newController(client, nrts, meta, machines, o)
}

// logTo keeps the managers, which log every decision of every node, silent unless asked.
func logTo(verbose bool) {
	slog.SetDefault(slog.New(slog.NewTextHandler(os.Stderr, nil)))
	if !verbose {
		klog.SetLogger(logr.Discard())
	}
}
