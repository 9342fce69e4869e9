/**
 * Why a pod gets aligned resources on a node, or doesn't: the kubelet's admission rule over the NUMA zones that a
 * NodeResourceTopology publishes, and beside it the rule of the scheduler's NodeResourceTopologyMatch plugin, which differs.
 *
 * <p>The way in:
 *
 * <ul>
 *   <li>{@link NumaNode} with its {@link Zone}s and {@link KubeletRules} is a node as it stands; {@link PodShape} is what a pod asks for.
 *   <li>{@link Admission#decide} is the kubelet's answer, {@link SchedulerFilter#check} the plugin's.
 *   <li>{@link Explainer} adds remedies for one node and groups the nodes of a cluster by cause.
 *   <li>{@link WhatIf} counts the pods of a shape that fit, now or after a {@link Scenario}; {@link Capacity} measures slots and
 *       stranded amounts.
 * </ul>
 *
 * <p>Pure: records in, records out, JDK only. CPUs are milli-CPUs, memory and hugepages bytes, anything else a count. Zones are
 * known by the number that Linux gives them (0 to 63), sets of zones are masks with one bit each. What the published numbers
 * can't tell ends in {@link Verdict.Unknown}, never in a guess. A verdict is a prediction: the kubelet decides.
 *
 * <p>The rules were read from Kubernetes 1.34, pkg/kubelet/cm, and scheduler-plugins 0.34, pkg/noderesourcetopology; the
 * oracle in testbed/go/cluster/verdicts runs that code against this package.
 */
@NullMarked
package io.numaresources.topology;

import org.jspecify.annotations.NullMarked;
