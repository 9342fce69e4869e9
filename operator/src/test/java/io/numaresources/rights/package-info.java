/** The rights that config/rbac grants the operator, and those that it uses. */
@NullMarked
package io.numaresources.rights;

import org.jspecify.annotations.NullMarked;
