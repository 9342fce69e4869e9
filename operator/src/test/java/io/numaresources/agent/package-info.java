@NullMarked
package io.numaresources.agent;

import org.jspecify.annotations.NullMarked;
