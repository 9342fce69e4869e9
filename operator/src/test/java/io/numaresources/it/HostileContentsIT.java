package io.numaresources.it;

import static io.numaresources.it.Installation.HPC;
import static io.numaresources.it.Installation.awaitReady;
import static io.numaresources.it.Installation.eventually;
import static io.numaresources.it.Installation.patch;
import static io.numaresources.it.Installation.sample;
import static io.numaresources.it.Installation.stored;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.numaresources.api.v1alpha1.NUMAResourcesOperator;
import io.numaresources.testbed.ControlPlane;
import io.numaresources.testbed.Edits;
import io.numaresources.testbed.SimulatedNodes;
import io.numaresources.testbed.bench.ProcessFigures;
import io.numaresources.testbed.junit.Testbed;
import io.numaresources.testbed.operator.OperatorProcess;
import io.numaresources.testbed.scheduler.SchedulerRunner;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Contents that nobody writes by accident: by who may change the resource, and by a node's updater. The operator has to go on with the rest. */
@Testbed
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class HostileContentsIT {
    private static final double LIMIT_MEBIBYTES = 384;
    private KubernetesClient client;
    private OperatorProcess operator;
    private SchedulerRunner schedulers;

    @BeforeAll
    void install(ControlPlane plane) {
        client = plane.client();
        SimulatedNodes.create(client, "demo", 1, HPC);
        operator = Installation.start(plane);
        schedulers = SchedulerRunner.start(plane);
        client.resource(sample()).create();
        awaitReady(client);
    }

    @AfterAll
    void stop() {
        operator.close();
        schedulers.close();
    }

    @ParameterizedTest
    @Order(1)
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            a name of 10 000 letters        | {'nodeGroups':[{'name':'LONG','nodeSelector':{'matchLabels':{'a':''}}}]}
            a name that reads backwards     | {'nodeGroups':[{'name':'\u202ecph','nodeSelector':{'matchLabels':{'a':''}}}]}
            a registry with a second line   | {'imageRegistry':'mirror.example.com\\nhostNetwork: true'}
            a registry of 10 000 letters    | {'imageRegistry':'LONG'}
            a scheduler of 10 000 letters   | {'scheduler':{'name':'LONG'}}
            a period beyond time            | {'updater':{'refresh':{'period':'99999999999999999999h'}}}
            a number beyond numbers         | {'rejectedPods':{'keepPerOwner':1e30}}
            a list where an object belongs  | {'scheduler':[[[[[[]]]]]]}
            """)
    void isRefusedAtAdmission(String what, String spec) {
        assertThatThrownBy(() -> patch(client, json("{'spec':" + spec + "}")))
                .as(what)
                .isInstanceOfSatisfying(
                        KubernetesClientException.class,
                        refused -> assertThat(refused.getCode()).isBetween(400, 499));
    }

    @Test
    @Order(2)
    void tenThousandGroupsAreRefusedAtAdmission() {
        var groups = IntStream.range(0, 10_000)
                .mapToObj(i -> "{'name':'g" + i + "','nodeSelector':{'matchLabels':{'a':''}}}")
                .collect(Collectors.joining(","));

        assertThatThrownBy(() -> patch(client, json("{'spec':{'nodeGroups':[" + groups + "]}}")))
                .isInstanceOf(KubernetesClientException.class);
    }

    /** Refused by the API server here or there, or served; never what ends the operator or keeps it from the next change. */
    @ParameterizedTest
    @Order(3)
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            a label key that is none        | {'nodeGroups':[{'name':'hpc','nodeSelector':{'matchLabels':{'ключ 😀/\u202e':'\\u0007'}}}]}
            a selector of 2 000 labels      | {'nodeGroups':[{'name':'hpc','nodeSelector':{'matchLabels':{LABELS}}}]}
            a selector of 5 000 values      | {'nodeGroups':[{'name':'hpc','nodeSelector':{'matchExpressions':[{'key':'a','operator':'In','values':[VALUES]}]}}]}
            tolerations without end         | {'updater':{'tolerations':[TOLERATIONS]}}
            a toleration that is none       | {'updater':{'tolerations':[{'key':'\u202e😀','operator':'Equal','value':'LONG'}]}}
            secrets with odd names          | {'imagePullSecrets':[{'name':'../../etc/passwd'},{'name':'😀'},{'name':'LONG'}]}
            a priority class that is none   | {'priorityClassName':'😀 LONG'}
            globs that match in many ways   | {'updater':{'type':'ResourceTopologyExporter','exclude':{'pods':[{'namespace':'GLOB','name':'GLOB'}]}}}
            a score for an odd resource     | {'scheduler':{'scoringStrategy':{'type':'LeastAllocated','resources':[{'name':'😀/LONG','weight':1}]}}}
            an image that is none           | {'scheduler':{'image':'; rm -rf / #'}}
            """)
    void isServedOrToldAndTheOperatorGoesOn(String what, String spec) {
        long pid = operator.process().pid();
        try {
            patch(client, json("{'spec':" + spec + "}"));
        } catch (KubernetesClientException refused) {
            assertThat(refused.getCode()).as(what).isBetween(400, 499);
        }
        awaitPass(what);
        restore();

        assertThat(operator.process().alive()).isTrue();
        assertThat(operator.process().pid()).isEqualTo(pid);
    }

    @Test
    @Order(4)
    void annotationsAsLargeAsTheServerTakes() {
        edit(resource -> resource.getMetadata().getAnnotations().put("a", "ж".repeat(120_000)));
        patch(client, "{\"spec\":{\"scheduler\":{\"logLevel\":\"Debug\"}}}");
        awaitPass("a large annotation");
        edit(resource -> resource.getMetadata().getAnnotations().remove("a"));
        restore();
        awaitReady(client);
    }

    /** An updater may write the topology of any node, so a node that was taken over can write this. */
    @Test
    @Order(5)
    void topologiesOfATakenOverNodeSpoilNoOtherNode() {
        SimulatedNodes.createPlain(client, "taken", 1, HPC);
        topology("[{'name':'node-99999999999999999999','type':'Node','resources':[]}]");
        topology(
                "[{'name':'😀\u202e','type':'Node','costs':[{'name':'x','value':-9223372036854775808}],'resources':[]}]");
        topology(
                "[{'name':'node-0','type':'Node','resources':[{'name':'cpu','capacity':'-1','allocatable':'-1','available':'9223372036854775807'}]},"
                        + "{'name':'node-0','type':'Node','resources':[{'name':'cpu','capacity':'1e18','allocatable':'1n','available':'0'}]}]");
        topology("["
                + IntStream.range(0, 2000)
                        .mapToObj(
                                i -> "{'name':'node-" + i
                                        + "','type':'Node','resources':[{'name':'cpu','capacity':'1','allocatable':'1','available':'1'}]}")
                        .collect(Collectors.joining(","))
                + "]");

        patch(client, "{\"spec\":{\"scheduler\":{\"logLevel\":\"Debug\"}}}");
        awaitPass("topologies of a taken-over node");
        restore();
        client.nodes().withName("taken-0").delete();
        awaitReady(client);
        assertThat(operator.process().alive()).isTrue();
        assertThat(new ProcessFigures(operator.process().pid()).residentMebibytes())
                .isLessThan(LIMIT_MEBIBYTES);
    }

    /** Writes it as an updater does; what the CRD refuses never gets to the operator. */
    private void topology(String zones) {
        try {
            write(zones);
        } catch (KubernetesClientException refused) {
            assertThat(refused.getCode()).isBetween(400, 499);
        }
    }

    private void write(String zones) {
        var object = Serialization.unmarshal(json("""
                {'apiVersion':'topology.node.k8s.io/v1alpha2','kind':'NodeResourceTopology','metadata':{'name':'taken-0'},
                 'attributes':[{'name':'topologyManagerPolicy','value':'LONG'},{'name':'😀','value':'\u202e'}],'zones':ZONES}
                """).replace("ZONES", json(zones)), GenericKubernetesResource.class);
        var existing = client.genericKubernetesResources("topology.node.k8s.io/v1alpha2", "NodeResourceTopology")
                .withName("taken-0");
        if (existing.get() == null) {
            client.resource(object).create();
        } else {
            Edits.of(existing, stored -> {
                stored.setAdditionalProperty("zones", object.get("zones"));
                return stored;
            });
        }
    }

    /** The operator has seen what the resource says now. */
    private void awaitPass(String what) {
        eventually()
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(stored(client).getStatus().observedGeneration())
                        .as(what)
                        .isEqualTo(stored(client).getMetadata().getGeneration()));
    }

    private void restore() {
        edit(resource -> resource.setSpec(sample().getSpec()));
    }

    private void edit(Consumer<NUMAResourcesOperator> change) {
        Edits.of(client.resources(NUMAResourcesOperator.class).withName(NUMAResourcesOperator.NAME), resource -> {
            change.accept(resource);
            return resource;
        });
    }

    private static String json(String text) {
        return text.replace('\'', '"')
                .replace("LONG", "l".repeat(10_000))
                .replace("GLOB", "*a".repeat(60))
                .replace("LABELS", many(2000, "\"label-%d\":\"v\""))
                .replace("VALUES", many(5000, "\"value-%d\""))
                .replace("TOLERATIONS", many(3000, "{\"key\":\"key-%d\",\"operator\":\"Exists\"}"));
    }

    private static String many(int count, String format) {
        return IntStream.range(0, count).mapToObj(format::formatted).collect(Collectors.joining(","));
    }
}
