@NullMarked
package io.numaresources.openshift;

import org.jspecify.annotations.NullMarked;
