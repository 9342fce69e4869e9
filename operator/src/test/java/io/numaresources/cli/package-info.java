@NullMarked
package io.numaresources.cli;

import org.jspecify.annotations.NullMarked;
