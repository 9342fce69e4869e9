package main

import (
	"os"
	"sync"
)

// configCache loads each configuration once, since thousands of nodes share a few, and starts managers with it once, so that
// one they refuse shows on a node that has no pod yet.
type configCache struct {
	mu      sync.Mutex
	entries map[configKey]*configEntry
}

type configKey struct {
	machine   *Machine
	overrides string
}

type configEntry struct {
	config *Config
	err    error
}

// load returns the configuration, nil where it can't be read at all, and what keeps a kubelet from starting with it.
func (c *configCache) load(m *Machine, overrides string) (*Config, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	key := configKey{m, overrides}
	entry := c.entries[key]
	if entry == nil {
		entry = &configEntry{}
		if entry.config, entry.err = LoadConfig(m, overrides); entry.err == nil {
			entry.err = tryStart(m, entry.config)
		}
		if c.entries == nil {
			c.entries = map[configKey]*configEntry{}
		}
		c.entries[key] = entry
	}
	return entry.config, entry.err
}

func tryStart(m *Machine, config *Config) error {
	scratch, err := os.MkdirTemp("", "simnode-try-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	_, err = StartKubelet(m, config, scratch, nil)
	return err
}
