/** What is made of the API's types: the CRDs and their reference. Runs in the build, never in the operator. */
@NullMarked
package io.numaresources.crd;

import org.jspecify.annotations.NullMarked;
