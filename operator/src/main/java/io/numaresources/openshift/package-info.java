/**
 * OpenShift: what a pool of nodes is to run as one KubeletConfig, why it may not be written, and how far the machine-config operator has rolled it out.
 * Objects in, records out. Pure: no client, no clock.
 */
@NullMarked
package io.numaresources.openshift;

import org.jspecify.annotations.NullMarked;
