@NullMarked
package io.numaresources.fleet;

import org.jspecify.annotations.NullMarked;
