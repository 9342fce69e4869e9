/** Tests of an installation in the protocol of operator-sdk's scorecard. They look from outside, as a user with rights of their own. */
@NullMarked
package io.numaresources.cli.scorecard;

import org.jspecify.annotations.NullMarked;
