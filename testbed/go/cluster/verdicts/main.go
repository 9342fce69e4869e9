// verdicts is the oracle of the operator's verdict engine. It reads cases, one JSON object a line: a machine, a kubelet
// configuration, pods that run or have left, and a pod that asks. It answers each, in order, with the node as an updater could
// publish it and with what the kubelet's own resource managers and the scheduler plugin's own filter say to the pod.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"sync"

	"github.com/go-logr/logr"
	v1 "k8s.io/api/core/v1"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/pkg/features"
)

// batch is how many cases are worked on before their answers are written.
const batch = 512

// Case is one line of input.
type Case struct {
	ID      int64       `json:"id"`
	Machine Machine     `json:"machine"`
	Kubelet Config      `json:"kubelet"`
	Running []Running   `json:"running"`
	Pod     *v1.PodSpec `json:"pod"`
}

// Running is a pod that came before; one that leaves is gone when the asked pod comes.
type Running struct {
	Pod    *v1.PodSpec `json:"pod"`
	Leaves bool        `json:"leaves"`
}

// Answer is one line of output.
type Answer struct {
	ID      int64    `json:"id"`
	Node    *Node    `json:"node,omitempty"`
	Kubelet *Verdict `json:"kubelet,omitempty"`
	Plugin  *Verdict `json:"plugin,omitempty"`
	// Error says why the kubelet would not have started.
	Error string `json:"error,omitempty"`
}

// Verdict is what one of the two says.
type Verdict struct {
	Admit   bool   `json:"admit"`
	Reason  string `json:"reason"`
	Message string `json:"message"`
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "verdicts:", err)
		os.Exit(1)
	}
}

func run() error {
	klog.SetLogger(logr.Discard())
	gates := map[string]bool{string(features.CPUManagerPolicyAlphaOptions): true}
	if err := utilfeature.DefaultMutableFeatureGate.SetFromMap(gates); err != nil {
		return err
	}
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 16<<20)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for {
		var lines [][]byte
		for len(lines) < batch && in.Scan() {
			lines = append(lines, append([]byte{}, in.Bytes()...))
		}
		if len(lines) == 0 {
			return in.Err()
		}
		for _, answer := range answerAll(lines) {
			if err := json.NewEncoder(out).Encode(answer); err != nil {
				return err
			}
		}
		if err := out.Flush(); err != nil {
			return err
		}
	}
}

func answerAll(lines [][]byte) []Answer {
	answers := make([]Answer, len(lines))
	var wait sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for i := range next {
				answers[i] = answerLine(lines[i])
			}
		}()
	}
	for i := range lines {
		next <- i
	}
	close(next)
	wait.Wait()
	return answers
}

func answerLine(line []byte) Answer {
	var c Case
	if err := json.Unmarshal(line, &c); err != nil {
		return Answer{Error: err.Error()}
	}
	kubelet, err := newKubelet(&c)
	if err != nil {
		return Answer{ID: c.ID, Error: err.Error()}
	}
	for i, running := range c.Running {
		kubelet.Admit(newPod(fmt.Sprintf("running-%d", i), running.Pod))
	}
	for i, running := range c.Running {
		if running.Leaves {
			kubelet.Remove(fmt.Sprintf("running-%d", i))
		}
	}
	node := kubelet.Node()
	asked := newPod("asked", c.Pod)
	plugin := filter(node, &c, asked)
	verdict := kubelet.Admit(asked)
	return Answer{ID: c.ID, Node: node, Kubelet: &verdict, Plugin: &plugin}
}
