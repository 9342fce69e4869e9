/** What the API server makes of the shipped CRDs, and the Java types of what is stored. */
@NullMarked
package io.numaresources.api;

import org.jspecify.annotations.NullMarked;
