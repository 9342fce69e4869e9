/** The only user of the operator SDK: reconciler, event source, writes, events. */
@NullMarked
package io.numaresources.controller;

import org.jspecify.annotations.NullMarked;
