@NullMarked
package io.numaresources.topology;

import org.jspecify.annotations.NullMarked;
