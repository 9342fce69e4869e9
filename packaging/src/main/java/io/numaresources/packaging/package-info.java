/** What users install: bundle, catalog, chart, one install file and the image, made from config/ and the code. */
@NullMarked
package io.numaresources.packaging;

import org.jspecify.annotations.NullMarked;
