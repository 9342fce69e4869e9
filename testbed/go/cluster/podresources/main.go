// Command podresources prints, as JSON, what a kubelet says over its podresources API: which CPUs it can give away, and which it has given to
// each container. Of tools, only kubelet's own clients speak it.
package main

import (
	"context"
	"encoding/json"
	"log"
	"os"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	podresources "k8s.io/kubelet/pkg/apis/podresources/v1"
)

const socket = "unix:///var/lib/kubelet/pod-resources/kubelet.sock"

type container struct {
	Pod       string  `json:"pod"`
	Container string  `json:"container"`
	CPUs      []int64 `json:"cpus"`
}

type answer struct {
	Allocatable []int64     `json:"allocatable"`
	Containers  []container `json:"containers"`
}

func main() {
	log.SetFlags(0)
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	answer, err := ask(ctx)
	if err != nil {
		log.Fatal(err)
	}
	if err := json.NewEncoder(os.Stdout).Encode(answer); err != nil {
		log.Fatal(err)
	}
}

func ask(ctx context.Context) (*answer, error) {
	connection, err := grpc.NewClient(socket, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return nil, err
	}
	defer connection.Close()
	kubelet := podresources.NewPodResourcesListerClient(connection)
	allocatable, err := kubelet.GetAllocatableResources(ctx, &podresources.AllocatableResourcesRequest{})
	if err != nil {
		return nil, err
	}
	pods, err := kubelet.List(ctx, &podresources.ListPodResourcesRequest{})
	if err != nil {
		return nil, err
	}
	result := &answer{Allocatable: allocatable.GetCpuIds()}
	for _, pod := range pods.GetPodResources() {
		for _, each := range pod.GetContainers() {
			result.Containers = append(result.Containers, container{
				Pod:       pod.GetNamespace() + "/" + pod.GetName(),
				Container: each.GetName(),
				CPUs:      each.GetCpuIds(),
			})
		}
	}
	return result, nil
}
