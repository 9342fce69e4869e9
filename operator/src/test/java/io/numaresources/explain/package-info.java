@NullMarked
package io.numaresources.explain;

import org.jspecify.annotations.NullMarked;
