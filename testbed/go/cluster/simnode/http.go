package main

import (
	"encoding/json"
	"net/http"
	"slices"
)

// handler serves what the simulated kubelets hold, for tests to compare with.
func (c *Controller) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		if !c.nodes.HasSynced() || !c.pods.HasSynced() {
			http.Error(w, "not synced", http.StatusServiceUnavailable)
			return
		}
		_, _ = w.Write([]byte("ok\n"))
	})
	mux.HandleFunc("GET /nodes", func(w http.ResponseWriter, _ *http.Request) {
		names := c.names()
		slices.Sort(names)
		respond(w, names)
	})
	mux.HandleFunc("GET /nodes/{name}", c.withNode(func(sim *simNode) (any, error) { return sim.view(), nil }))
	mux.HandleFunc("GET /nodes/{name}/configz", c.withNode(func(sim *simNode) (any, error) { return sim.config.Configz() }))
	return mux
}

func (c *Controller) withNode(get func(*simNode) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		sim := c.find(r.PathValue("name"))
		if sim == nil {
			http.NotFound(w, r)
			return
		}
		sim.mu.Lock()
		defer sim.mu.Unlock()
		if sim.config == nil {
			http.Error(w, "no valid configuration so far", http.StatusServiceUnavailable)
			return
		}
		view, err := get(sim)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		respond(w, view)
	}
}

func respond(w http.ResponseWriter, view any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(view)
}

type nodeView struct {
	Machine string `json:"machine"`
	// Error is what keeps the kubelet from starting.
	Error           string                         `json:"error,omitempty"`
	Policy          string                         `json:"topologyManagerPolicy"`
	Scope           string                         `json:"topologyManagerScope"`
	CPUPolicy       string                         `json:"cpuManagerPolicy"`
	MemoryPolicy    string                         `json:"memoryManagerPolicy"`
	AllocatableCPUs string                         `json:"allocatableCPUs,omitempty"`
	Allocatable     map[int]zoneResources          `json:"allocatable,omitempty"`
	Used            map[int]zoneResources          `json:"used,omitempty"`
	Pods            map[string]map[string]podUsage `json:"pods"`
}

type podUsage struct {
	Assignment
	Zones []int `json:"zones,omitempty"`
}

func (sim *simNode) view() nodeView {
	view := nodeView{Machine: sim.machine.Name, Policy: sim.config.TopologyManagerPolicy, Scope: sim.config.TopologyManagerScope,
		CPUPolicy: sim.config.CPUManagerPolicy, MemoryPolicy: sim.config.MemoryManagerPolicy, Pods: map[string]map[string]podUsage{}}
	if sim.failure != nil {
		view.Error = sim.failure.Error()
	}
	if sim.kubelet == nil {
		return view
	}
	view.AllocatableCPUs = sim.kubelet.cpu.GetAllocatableCPUs().String()
	view.Allocatable = sim.kubelet.allocatableByZone()
	view.Used = sim.kubelet.usedByZone(styleRTE, view.Allocatable)
	for _, pod := range sim.kubelet.Active() {
		containers := map[string]podUsage{}
		for name, held := range sim.kubelet.Assignments(pod) {
			containers[name] = podUsage{held, sim.kubelet.zones(held)}
		}
		view.Pods[pod.Namespace+"/"+pod.Name] = containers
	}
	return view
}
