/**
 * What runs on a node: reads its hardware and its kubelet, writes the drop-in, drives systemd, arms and disarms the rollback timer. Everything is below
 * an injected root, since the pod sees the host's files under a mount.
 */
@NullMarked
package io.numaresources.node;

import org.jspecify.annotations.NullMarked;
