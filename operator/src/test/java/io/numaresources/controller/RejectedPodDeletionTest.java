package io.numaresources.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.numaresources.guard.Owner;
import io.numaresources.guard.Rejection;
import io.numaresources.guard.RejectionCause;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RejectedPodDeletionTest {
    private static final long SECOND = 1_000_000_000L;

    private record Asked(String method, String path, DeleteOptions options, long at) {}

    private final List<Asked> asked = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger deleted = new AtomicInteger();
    private final AtomicInteger code = new AtomicInteger(200);
    private final RejectedPodDeletion deletion = new RejectedPodDeletion(client(), deleted::incrementAndGet);

    @Test
    void deletesTheVeryObjectThatWasJudged() throws InterruptedException {
        assertThat(deletion.delete(victims(1))).isEqualTo(1);

        assertThat(asked).singleElement().satisfies(request -> {
            assertThat(request.method()).isEqualTo("DELETE");
            assertThat(request.path()).isEqualTo("/api/v1/namespaces/web/pods/api-0");
            assertThat(request.options().getPreconditions().getUid()).isEqualTo("uid-0");
            assertThat(request.options().getPreconditions().getResourceVersion())
                    .isEqualTo("7");
        });
        assertThat(deleted).hasValue(1);
    }

    @Test
    void noSecondHasMoreThanFiftyDeletions() throws InterruptedException {
        deletion.delete(victims(60));
        deletion.delete(victims(60));

        var times = asked.stream().map(Asked::at).sorted().toList();
        assertThat(times).hasSize(120);
        for (int i = 0; i + 50 < times.size(); i++) {
            assertThat(times.get(i + 50) - times.get(i)).isGreaterThan(SECOND);
        }
    }

    @Test
    void whatWasRefusedIsNotCounted() throws InterruptedException {
        code.set(409);

        assertThat(deletion.delete(victims(3))).isZero();

        assertThat(asked).hasSize(3);
        assertThat(deleted).hasValue(0);
    }

    private static List<Rejection> victims(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new Rejection(
                        new Owner("apps/v1", "ReplicaSet", "web", "api", "o"),
                        "api-" + i,
                        "uid-" + i,
                        "7",
                        "node-1",
                        "default-scheduler",
                        RejectionCause.TOPOLOGY_AFFINITY,
                        Instant.EPOCH,
                        false))
                .toList();
    }

    private KubernetesClient client() {
        return (KubernetesClient) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {KubernetesClient.class}, (proxy, method, arguments) -> {
                    assertThat(method.getName()).isEqualTo("raw");
                    asked.add(new Asked(
                            (String) arguments[1],
                            (String) arguments[0],
                            (DeleteOptions) arguments[2],
                            System.nanoTime()));
                    if (code.get() != 200) {
                        throw new KubernetesClientException("refused", code.get(), null);
                    }
                    return "{}";
                });
    }
}
