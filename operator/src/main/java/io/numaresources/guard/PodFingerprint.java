package io.numaresources.guard;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HexFormat;

/**
 * Fingerprint of the pods on a node, by which the scheduler's cache tells whether what the node publishes is about the pods that it knows. Version 1 of
 * github.com/k8stopologyawareschedwg/podfingerprint (read at v0.2.2): names only, so a pod that comes back under its name looks the same.
 */
final class PodFingerprint {
    private static final String PREFIX = "pfp0v001";

    private PodFingerprint() {}

    static String of(Collection<PodOnNode> pods) {
        var hashes = pods.stream()
                .mapToLong(pod -> XxHash64.hash(bytes(pod.name()), XxHash64.hash(bytes(pod.namespace()), 0)))
                // as unsigned numbers
                .boxed()
                .sorted(Long::compareUnsigned)
                .toList();
        var all = ByteBuffer.allocate(hashes.size() * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        hashes.forEach(all::putLong);
        return PREFIX + HexFormat.of().toHexDigits(XxHash64.hash(all.array(), 0));
    }

    /** Whether a fingerprint is of this version; others can't be recomputed here. */
    static boolean understands(String fingerprint) {
        return fingerprint.startsWith(PREFIX);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
