/** The catalogue of findings. Pure; a package of its own because planning, status and the controller all report findings. */
@NullMarked
package io.numaresources.finding;

import org.jspecify.annotations.NullMarked;
