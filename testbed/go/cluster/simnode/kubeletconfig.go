package main

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"gopkg.in/evanphx/json-patch.v4"
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/runtime"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	kubeletv1beta1 "k8s.io/kubelet/config/v1beta1"
	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
	"k8s.io/kubernetes/pkg/kubelet/apis/config/scheme"
	"k8s.io/kubernetes/pkg/kubelet/apis/config/validation"
	"k8s.io/utils/cpuset"
)

const memoryAvailable = "memory.available"

// Config is a kubelet configuration in force, with the reservations the kubelet derives from it.
type Config struct {
	*kubeletconfig.KubeletConfiguration
	// ReservedCPUs is the explicit list; empty when the kubelet chooses the CPUs itself.
	ReservedCPUs cpuset.CPUSet
	// Reserved is what node allocatable lacks: kube and system reservation and, for memory, the hard eviction threshold.
	Reserved v1.ResourceList
	// Capacity and Allocatable are what the node reports.
	Capacity, Allocatable v1.ResourceList
}

// LoadConfig merges overrides (a JSON object of KubeletConfiguration fields) into the machine's own configuration as a
// drop-in file would be merged, defaults the result and refuses what the kubelet refuses.
func LoadConfig(m *Machine, overrides string) (*Config, error) {
	merged, err := mergeConfig(m.Kubelet, overrides)
	if err != nil {
		return nil, err
	}
	_, codecs, err := scheme.NewSchemeAndCodecs()
	if err != nil {
		return nil, err
	}
	decoded, err := runtime.Decode(codecs.UniversalDecoder(), merged)
	if err != nil {
		return nil, fmt.Errorf("failed to load kubelet config: %w", err)
	}
	kc, ok := decoded.(*kubeletconfig.KubeletConfiguration)
	if !ok {
		return nil, fmt.Errorf("not a KubeletConfiguration: %T", decoded)
	}
	gates := utilfeature.DefaultMutableFeatureGate.DeepCopy()
	if err := gates.SetFromMap(kc.FeatureGates); err != nil {
		return nil, fmt.Errorf("failed to set feature gates: %w", err)
	}
	if err := validation.ValidateKubeletConfiguration(kc, gates); err != nil {
		return nil, err
	}
	config := &Config{KubeletConfiguration: kc}
	if err := config.reserve(m); err != nil {
		return nil, err
	}
	config.Capacity, config.Allocatable = config.nodeResources(m)
	return config, nil
}

func mergeConfig(base map[string]any, overrides string) ([]byte, error) {
	if base == nil {
		base = map[string]any{}
	}
	merged, err := json.Marshal(base)
	if err != nil {
		return nil, err
	}
	if strings.TrimSpace(overrides) != "" {
		if merged, err = jsonpatch.MergePatch(merged, []byte(overrides)); err != nil {
			return nil, fmt.Errorf("kubelet overrides: %w", err)
		}
	}
	var fields map[string]any
	if err := json.Unmarshal(merged, &fields); err != nil {
		return nil, fmt.Errorf("kubelet overrides: %w", err)
	}
	fields["apiVersion"] = kubeletv1beta1.SchemeGroupVersion.String()
	fields["kind"] = "KubeletConfiguration"
	return json.Marshal(fields)
}

func (c *Config) reserve(m *Machine) (err error) {
	if c.ReservedSystemCPUs != "" {
		if c.ReservedCPUs, err = cpuset.Parse(c.ReservedSystemCPUs); err != nil {
			return fmt.Errorf("unable to parse reservedSystemCPUs (--reserved-cpus) %v, error: %w", c.ReservedSystemCPUs, err)
		}
		if online := m.CPUs(); !c.ReservedCPUs.IsSubsetOf(online) {
			return fmt.Errorf("reserved-cpus: %s is not a subset of online-cpus: %s", c.ReservedCPUs.String(), online.String())
		}
		// The kubelet lets the list win over both amounts.
		if c.SystemReserved == nil {
			c.SystemReserved = map[string]string{}
		}
		c.SystemReserved["cpu"] = strconv.Itoa(c.ReservedCPUs.Size())
		delete(c.KubeReserved, "cpu")
	}
	c.Reserved = v1.ResourceList{}
	for _, reserved := range []map[string]string{c.KubeReserved, c.SystemReserved} {
		for name, amount := range reserved {
			if err := c.addReserved(v1.ResourceName(name), amount); err != nil {
				return err
			}
		}
	}
	threshold, err := evictionThreshold(c.EvictionHard[memoryAvailable], m)
	if err != nil {
		return err
	}
	if threshold != "" {
		if err := c.addReserved(v1.ResourceMemory, threshold); err != nil {
			return err
		}
	}
	capacity := m.Capacity()
	for name, reserved := range c.Reserved {
		if total, ok := capacity[name]; ok && reserved.Cmp(total) > 0 {
			return fmt.Errorf("invalid Node Allocatable configuration. Resource %q has a reservation of %v but capacity of %v. Expected capacity >= reservation",
				name, &reserved, &total)
		}
	}
	return nil
}

func (c *Config) addReserved(name v1.ResourceName, amount string) error {
	quantity, err := resource.ParseQuantity(amount)
	if err != nil {
		return fmt.Errorf("reserved %s %q: %w", name, amount, err)
	}
	sum := c.Reserved[name]
	sum.Add(quantity)
	if !sum.IsZero() {
		c.Reserved[name] = sum
	}
	return nil
}

// evictionThreshold turns a percentage into bytes of the machine's memory.
func evictionThreshold(value string, m *Machine) (string, error) {
	percent, isPercent := strings.CutSuffix(value, "%")
	if !isPercent {
		return value, nil
	}
	share, err := strconv.ParseFloat(percent, 32)
	if err != nil {
		return "", fmt.Errorf("%s %q: %w", memoryAvailable, value, err)
	}
	capacity := m.Capacity()[v1.ResourceMemory]
	return strconv.FormatInt(int64(float64(capacity.Value())*share/100), 10), nil
}

// Configz is the configuration as the kubelet's /configz shows it.
func (c *Config) Configz() (any, error) {
	s, _, err := scheme.NewSchemeAndCodecs()
	if err != nil {
		return nil, err
	}
	external := &kubeletv1beta1.KubeletConfiguration{}
	if err := s.Convert(c.KubeletConfiguration, external, nil); err != nil {
		return nil, err
	}
	return map[string]any{"kubeletconfig": external}, nil
}
