@NullMarked
package io.numaresources.platform;

import org.jspecify.annotations.NullMarked;
