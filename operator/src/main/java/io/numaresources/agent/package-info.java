/**
 * The agent as the operator sees it: its pods, what they may do, and the configuration in the form in which it is handed over. Records in, objects out;
 * what the agent does on its node is in {@code node}.
 */
@NullMarked
package io.numaresources.agent;

import org.jspecify.annotations.NullMarked;
