/** Child processes that never outlive this one, their folder, ports and credentials. */
@NullMarked
package io.numaresources.testbed.process;

import org.jspecify.annotations.NullMarked;
