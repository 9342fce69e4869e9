// Command cpusets mounts what looks like the cpuset hierarchy of cgroup version 1 and keeps what is written to it, for a kubelet whose
// machine has CPUs and NUMA nodes that its host doesn't have: the kernel would refuse them. It enforces nothing.
//
//	cpusets FOLDER CPUS MEMORY_NODES
package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"
	"syscall"

	"github.com/hanwen/go-fuse/v2/fs"
	"github.com/hanwen/go-fuse/v2/fuse"
)

// Files that every group has, with their content in a new one; see Documentation/admin-guide/cgroup-v1/cpusets.rst of the kernel.
var settings = map[string]string{
	"cgroup.clone_children":           "0",
	"cgroup.procs":                    "",
	"cpuset.cpu_exclusive":            "0",
	"cpuset.cpus":                     "",
	"cpuset.mem_exclusive":            "0",
	"cpuset.mem_hardwall":             "0",
	"cpuset.memory_migrate":           "0",
	"cpuset.mems":                     "",
	"cpuset.sched_load_balance":       "1",
	"cpuset.sched_relax_domain_level": "-1",
	"notify_on_release":               "0",
	"tasks":                           "",
}

// What is in force in a group, and the setting that it follows.
var effective = map[string]string{
	"cpuset.effective_cpus": "cpuset.cpus",
	"cpuset.effective_mems": "cpuset.mems",
}

// group is a folder of the hierarchy.
type group struct{ fs.Inode }

var _ = (fs.NodeMkdirer)((*group)(nil))
var _ = (fs.NodeRmdirer)((*group)(nil))

// fill gives a new group its files.
func (g *group) fill(ctx context.Context) {
	for name, content := range settings {
		g.add(ctx, name, &setting{content: content, mute: content == "" && !strings.HasPrefix(name, "cpuset.")})
	}
	for name, followed := range effective {
		g.add(ctx, name, &setting{follows: followed})
	}
}

func (g *group) add(ctx context.Context, name string, file *setting) {
	g.AddChild(name, g.NewPersistentInode(ctx, file, fs.StableAttr{Mode: syscall.S_IFREG}), true)
}

// inForce returns a setting of the group, or of the nearest group above that has one.
func (g *group) inForce(name string) string {
	for inode := &g.Inode; inode != nil; _, inode = inode.Parent() {
		if content := inode.GetChild(name).Operations().(*setting).text(); content != "" {
			return content
		}
	}
	return ""
}

func (g *group) Mkdir(ctx context.Context, name string, mode uint32, out *fuse.EntryOut) (*fs.Inode, syscall.Errno) {
	child := &group{}
	inode := g.NewPersistentInode(ctx, child, fs.StableAttr{Mode: syscall.S_IFDIR})
	child.fill(ctx)
	out.Mode = syscall.S_IFDIR | 0o755
	return inode, 0
}

// Rmdir removes a group that has none below it; its files go with it.
func (g *group) Rmdir(ctx context.Context, name string) syscall.Errno {
	child := g.GetChild(name)
	if child == nil {
		return syscall.ENOENT
	}
	for _, below := range child.Children() {
		if below.IsDir() {
			return syscall.EBUSY
		}
	}
	child.RmAllChildren()
	return 0
}

func (g *group) Getattr(ctx context.Context, handle fs.FileHandle, out *fuse.AttrOut) syscall.Errno {
	out.Mode = syscall.S_IFDIR | 0o755
	return 0
}

// setting is a file of a group.
type setting struct {
	fs.Inode
	mutex   sync.Mutex
	content string
	// lists of processes, which nobody keeps
	mute    bool
	follows string
}

var _ = (fs.NodeOpener)((*setting)(nil))
var _ = (fs.NodeReader)((*setting)(nil))
var _ = (fs.NodeWriter)((*setting)(nil))
var _ = (fs.NodeSetattrer)((*setting)(nil))

func (s *setting) text() string {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.content
}

func (s *setting) Getattr(ctx context.Context, handle fs.FileHandle, out *fuse.AttrOut) syscall.Errno {
	out.Mode = syscall.S_IFREG | 0o644
	return 0
}

// Setattr accepts that a file is made empty when it is opened for writing.
func (s *setting) Setattr(ctx context.Context, handle fs.FileHandle, in *fuse.SetAttrIn, out *fuse.AttrOut) syscall.Errno {
	out.Mode = syscall.S_IFREG | 0o644
	return 0
}

func (s *setting) Open(ctx context.Context, flags uint32) (fs.FileHandle, uint32, syscall.Errno) {
	return nil, fuse.FOPEN_DIRECT_IO, 0
}

func (s *setting) Read(ctx context.Context, handle fs.FileHandle, into []byte, offset int64) (fuse.ReadResult, syscall.Errno) {
	content := s.text()
	if s.follows != "" {
		_, parent := s.Parent()
		content = parent.Operations().(*group).inForce(s.follows)
	}
	if !s.mute {
		content += "\n"
	}
	if offset >= int64(len(content)) {
		return fuse.ReadResultData(nil), 0
	}
	return fuse.ReadResultData([]byte(content[offset:])), 0
}

// Write takes each write as the whole content, as the kernel does.
func (s *setting) Write(ctx context.Context, handle fs.FileHandle, data []byte, offset int64) (uint32, syscall.Errno) {
	if s.follows != "" {
		return 0, syscall.EACCES
	}
	if !s.mute {
		s.mutex.Lock()
		s.content = strings.TrimSpace(string(data))
		s.mutex.Unlock()
	}
	return uint32(len(data)), 0
}

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: cpusets FOLDER CPUS MEMORY_NODES")
		os.Exit(2)
	}
	root := &group{}
	server, err := fs.Mount(os.Args[1], root, &fs.Options{
		MountOptions: fuse.MountOptions{DirectMountStrict: true, AllowOther: true, FsName: "cpusets", Name: "cpusets"},
		OnAdd: func(ctx context.Context) {
			root.fill(ctx)
			for name, content := range map[string]string{"cpuset.cpus": os.Args[2], "cpuset.mems": os.Args[3]} {
				root.GetChild(name).Operations().(*setting).content = content
			}
		},
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, "cpusets:", err)
		os.Exit(1)
	}
	server.Wait()
}
