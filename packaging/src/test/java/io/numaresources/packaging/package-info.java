/** What is generated, judged by the tools that users and catalogs use. */
@NullMarked
package io.numaresources.packaging;

import org.jspecify.annotations.NullMarked;
