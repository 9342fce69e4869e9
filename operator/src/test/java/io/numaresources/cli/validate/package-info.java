@NullMarked
package io.numaresources.cli.validate;

import org.jspecify.annotations.NullMarked;
