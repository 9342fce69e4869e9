package io.numaresources.status;

/**
 * Value of a condition before it is dated.
 *
 * @param type Available, Progressing, Degraded, Upgradeable or Ready
 * @param holds whether its status is True
 * @param reason CamelCase word
 * @param message a sentence a person can act on
 */
record Verdict(String type, boolean holds, String reason, String message) {}
