package io.numaresources.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenReview;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaderElectionRecord;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** With the client that the operator has, and a server that notes what arrives. */
class FenceTest {
    private static final Duration LENGTH = Duration.ofSeconds(23);

    private final TickingClock clock = new TickingClock();
    private final Tenure tenure = new Tenure(LENGTH, clock, () -> 0);
    private final List<String> arrived = new CopyOnWriteArrayList<>();
    private HttpServer server;
    private KubernetesClient client;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            arrived.add(
                    exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath());
            exchange.getRequestBody().readAllBytes();
            var answer = "{}".getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        client = new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder()
                        .withAutoConfigure(false)
                        .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                        .build())
                .withHttpClientBuilderConsumer(http -> http.addOrReplaceInterceptor("fence", new Fence(tenure)))
                .build();
    }

    @AfterEach
    void stop() {
        client.close();
        server.stop(0);
    }

    @Test
    void sendsNoWriteOfAProcessThatStoodStill() {
        tenure.renewed(clock.instant());
        clock.pass(LENGTH);

        for (Runnable write : writes()) {
            assertThatThrownBy(write::run)
                    .isInstanceOf(KubernetesClientException.class)
                    .hasMessageContaining("was not sent: the lease was renewed 23 s ago");
        }
        assertThat(arrived).allMatch(request -> request.startsWith("GET "));
    }

    @Test
    void sendsEveryWriteOfTheLeader() {
        tenure.renewed(clock.instant());

        writes().forEach(Runnable::run);

        assertThat(arrived)
                .extracting(request -> request.split(" ")[0])
                // a patch of a text reads the object first
                .filteredOn(method -> !method.equals("GET"))
                .containsExactly("POST", "PATCH", "PATCH", "DELETE", "DELETE");
    }

    @Test
    void sendsWhateverReads() {
        client.configMaps().inNamespace("ns").withName("one").get();
        client.configMaps().inAnyNamespace().list();

        assertThat(arrived).hasSize(2).allMatch(request -> request.startsWith("GET "));
    }

    /** Who leads not yet has to take the lease, and to ask whether somebody may read its metrics. */
    @Test
    void sendsWhatAnyProcessMayPost() {
        client.tokenReviews().create(new TokenReview());

        assertThat(arrived).containsExactly("POST /apis/authentication.k8s.io/v1/tokenreviews");
    }

    @Test
    void aLeaseThatIsTakenAllowsToWrite() {
        var lock = new RenewedLock(new LeaseLock("ns", "lease", "me"), tenure);
        assertThatThrownBy(() -> writes().getFirst().run()).hasMessageContaining("does not hold the lease");

        lock.create(client, held("me"));

        assertThat(arrived).containsExactly("POST /apis/coordination.k8s.io/v1/namespaces/ns/leases");
        assertThatCode(() -> writes().getFirst().run()).doesNotThrowAnyException();
    }

    @Test
    void aLeaseThatIsGivenAwayForbidsIt() {
        var lock = new RenewedLock(new LeaseLock("ns", "lease", "me"), tenure);
        lock.create(client, held("me"));

        lock.create(client, held("other"));

        assertThat(tenure.refusal()).isPresent();
    }

    private LeaderElectionRecord held(String holder) {
        var now = clock.instant().atZone(ZoneOffset.UTC);
        return new LeaderElectionRecord(holder, LENGTH, now, now, 0);
    }

    private List<Runnable> writes() {
        var object = new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace("ns")
                .withName("one")
                .endMetadata()
                .build();
        return List.of(
                () -> client.resource(object).create(),
                () -> client.resource(object).patch(PatchContext.of(PatchType.SERVER_SIDE_APPLY)),
                () -> client.configMaps()
                        .inNamespace("ns")
                        .withName("one")
                        .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"data\":{}}"),
                () -> client.resource(object).delete(),
                () -> client.raw("/api/v1/namespaces/ns/pods/one", "DELETE", object));
    }
}
