/**
 * The custom resources of group {@code numaresources.io}, version {@code v1alpha1}.
 *
 * <p>Every record carries its own defaults: what the schema writes into a stored object and what a missing field means in
 * Java are the same values, so that a rendering without a server and a reconcile with one agree. Unknown fields are ignored
 * when reading, since an object written by a newer version must not stop the informer; the schema refuses them at admission.
 * An unknown value of an enumeration reads as absent and is noted in the spec, so that nobody acts on the default in its place.
 */
@NullMarked
package io.numaresources.api.v1alpha1;

import org.jspecify.annotations.NullMarked;
