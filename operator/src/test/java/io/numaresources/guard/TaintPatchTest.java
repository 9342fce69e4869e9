package io.numaresources.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.numaresources.explain.NodePlace.NodeTaint;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TaintPatchTest {
    private static final String OURS = "numaresources.io/";

    /** Taints as key=value:effect; ~ stands for our prefix. Operations as op path value. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            # is                                   | wanted                  | operations
            -                                      | -                       | ''
            a=b:NoSchedule                         | -                       | ''
            ~outlier=x:NoSchedule                  | ~outlier=x:NoSchedule   | ''
            a=b:NoExecute ~outlier=x:NoSchedule    | ~outlier=x:NoSchedule   | ''
            -                                      | ~outlier=x:NoSchedule   | test /spec/taints null, add /spec/taints [], add /spec/taints/- ~outlier=x:NoSchedule
            a=b:NoExecute                          | ~outlier=x:NoSchedule   | add /spec/taints/- ~outlier=x:NoSchedule
            a=b:NoExecute ~outlier=x:NoSchedule    | -                       | test /spec/taints/1/key ~outlier, test /spec/taints/1/effect NoSchedule, remove /spec/taints/1
            ~outlier=x:NoSchedule                  | ~outlier=y:NoSchedule   | test /spec/taints/0/key ~outlier, test /spec/taints/0/effect NoSchedule, remove /spec/taints/0, add /spec/taints/- ~outlier=y:NoSchedule
            ~outlier=x:NoSchedule                  | ~outlier=x:PreferNoSchedule | test /spec/taints/0/key ~outlier, test /spec/taints/0/effect NoSchedule, remove /spec/taints/0, add /spec/taints/- ~outlier=x:PreferNoSchedule
            ~outlier=x:NoSchedule a=b:NoSchedule ~rejecting=s:PreferNoSchedule | - | test /spec/taints/2/key ~rejecting, test /spec/taints/2/effect PreferNoSchedule, remove /spec/taints/2, test /spec/taints/0/key ~outlier, test /spec/taints/0/effect NoSchedule, remove /spec/taints/0
            """)
    void changesItsOwnTaintsAndNoOther(
            @org.jspecify.annotations.Nullable String is,
            @org.jspecify.annotations.Nullable String wanted,
            String operations) {
        var taints = taints(is).toList();
        var marks = taints(wanted)
                .map(taint -> new NodeTaint(taint.getKey(), taint.getValue(), taint.getEffect()))
                .collect(Collectors.toSet());

        var patch = TaintPatch.of(taints, marks);

        assertThat(patch.stream().map(TaintPatchTest::text).collect(Collectors.joining(", ")))
                .isEqualTo(operations);
    }

    /** As the API server reads it: a test for absence needs its value. */
    @org.junit.jupiter.api.Test
    void theTestForAbsenceIsWrittenWithItsValue() {
        var patch = TaintPatch.of(List.of(), Set.of(new NodeTaint(OURS + "outlier", "x", "NoSchedule")));

        assertThat(Serialization.asJson(patch))
                .startsWith("[{\"op\":\"test\",\"path\":\"/spec/taints\",\"value\":null}");
    }

    private static Stream<Taint> taints(@org.jspecify.annotations.Nullable String text) {
        return text == null
                ? Stream.of()
                : Arrays.stream(text.replace("~", OURS).split(" +")).map(taint -> {
                    var parts = taint.split("[=:]");
                    return new Taint(parts[2], parts[0], null, parts[1]);
                });
    }

    private static String text(java.util.Map<String, Object> operation) {
        var text = operation.get("op") + " " + operation.get("path");
        if (operation.containsKey("value")) {
            text += " "
                    + (operation.get("value") instanceof java.util.Map<?, ?> taint
                            ? taint.get("key") + "=" + taint.get("value") + ":" + taint.get("effect")
                            : operation.get("value"));
        }
        return text.replace(OURS, "~");
    }
}
