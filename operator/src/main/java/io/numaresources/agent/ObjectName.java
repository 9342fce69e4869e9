package io.numaresources.agent;

import io.numaresources.kubelet.ShortHash;

/** Names of objects that are made of another object's name. */
final class ObjectName {
    private static final int LONGEST = 253;
    private static final int HASH_BYTES = 5;

    private ObjectName() {}

    /** Prefix and name; where that is too long, cut, with a hash of the whole in place of the rest. */
    static String of(String prefix, String name) {
        String whole = prefix + name;
        if (whole.length() <= LONGEST) {
            return whole;
        }
        String hash = ShortHash.of(whole, HASH_BYTES);
        return whole.substring(0, LONGEST - hash.length() - 1).replaceFirst("[-.]+$", "") + "-" + hash;
    }
}
