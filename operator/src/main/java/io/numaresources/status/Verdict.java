package io.numaresources.status;

import io.numaresources.api.v1alpha1.ConditionType;

/**
 * Value of a condition before it is dated.
 *
 * @param type its type
 * @param holds whether its status is True
 * @param reason CamelCase word
 * @param message a sentence a person can act on
 */
record Verdict(ConditionType type, boolean holds, String reason, String message) {}
