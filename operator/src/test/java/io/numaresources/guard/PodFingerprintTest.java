package io.numaresources.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodFingerprintTest {

    /** As published: of github.com/Cyan4973/xxHash and its ports. */
    @ParameterizedTest
    @CsvSource({
        "'', ef46db3751d8e999",
        "a, d24ec4f1a98c6e5b",
        "abc, 44bc2cf5ad770999",
        "as, 1c330fb2d66be179",
        "asd, 631c37ce72a97393",
        "asdf, 415872f599cea71e",
        "Call me Ishmael. Some years ago--never mind how long precisely-, 02a2e85470d6fd96",
    })
    void theHashIsXxHash64(String text, String expected) {
        assertThat(String.format("%016x", XxHash64.hash(text.getBytes(StandardCharsets.UTF_8), 0)))
                .isEqualTo(expected);
    }

    /** The vectors of podfingerprint v0.2.2, tracing_test.go and podfingerprint_test.go. */
    @Test
    void fingerprintsAreThoseOfTheLibrary() {
        assertThat(PodFingerprint.of(pods("ns1/n1", "ns1/n2", "ns2/n1", "ns3/n1", "ns3/n2")))
                .isEqualTo("pfp0v001b92008c14168b3a6");
        assertThat(PodFingerprint.of(List.of())).isEqualTo("pfp0v001ef46db3751d8e999");
    }

    @Test
    void theOrderOfPodsDoesNotMatter() {
        var pods = new ArrayList<>(pods("a/1", "b/2", "c/3", "kube-system/etcd-node-1", "a/2", "z/9"));
        var expected = PodFingerprint.of(pods);
        Collections.shuffle(pods, new Random(7));

        assertThat(PodFingerprint.of(pods)).isEqualTo(expected);
        assertThat(PodFingerprint.of(pods.subList(1, pods.size()))).isNotEqualTo(expected);
    }

    @Test
    void otherVersionsAreNotUnderstood() {
        assertThat(PodFingerprint.understands("pfp0v001b92008c14168b3a6")).isTrue();
        assertThat(PodFingerprint.understands("pfp0v002b92008c14168b3a6")).isFalse();
        assertThat(PodFingerprint.understands("")).isFalse();
    }

    private static List<PodOnNode> pods(String... names) {
        return Stream.of(names)
                .map(name -> name.split("/"))
                .map(parts -> new PodOnNode(
                        parts[0], parts[1], "default-scheduler", false, false, false, false, Optional.empty()))
                .toList();
    }
}
