/** Parts of the controller that decide without a cluster. */
@NullMarked
package io.numaresources.controller;

import org.jspecify.annotations.NullMarked;
