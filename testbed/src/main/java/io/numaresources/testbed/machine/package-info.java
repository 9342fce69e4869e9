/** Machines with several NUMA nodes, on which real kubelets run: QEMU or containers, Debian, systemd, containerd. */
@NullMarked
package io.numaresources.testbed.machine;

import org.jspecify.annotations.NullMarked;
