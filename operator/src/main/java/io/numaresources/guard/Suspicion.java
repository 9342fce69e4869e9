package io.numaresources.guard;

import io.numaresources.finding.FindingCode;

/**
 * Something that is wrong with one node, if it stays so.
 *
 * @param code kind of finding
 * @param group group of the node
 * @param node the node
 * @param detail what is wrong, without the node's name; the same for as long as it is the same thing
 */
public record Suspicion(FindingCode code, String group, String node, String detail) {}
