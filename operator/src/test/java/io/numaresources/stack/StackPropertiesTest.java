package io.numaresources.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.numaresources.api.v1alpha1.CRDManagement;
import io.numaresources.api.v1alpha1.CacheDebug;
import io.numaresources.api.v1alpha1.ForeignPods;
import io.numaresources.api.v1alpha1.InformerMode;
import io.numaresources.api.v1alpha1.LogLevel;
import io.numaresources.api.v1alpha1.NUMAResourcesOperatorSpec;
import io.numaresources.api.v1alpha1.PodsFingerprinting;
import io.numaresources.api.v1alpha1.PreemptionMode;
import io.numaresources.api.v1alpha1.RefreshMode;
import io.numaresources.api.v1alpha1.ScoringType;
import io.numaresources.api.v1alpha1.TopologyPolicy;
import io.numaresources.api.v1alpha1.TopologyScope;
import io.numaresources.api.v1alpha1.UpdaterType;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Builders;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What holds for any combination of values that the schema accepts. */
class StackPropertiesTest {

    /** Values of one spec; the text is what a user would write. */
    record Wish(
            int server,
            int kubelet,
            UpdaterType type,
            RefreshMode mode,
            boolean paused,
            PodsFingerprinting fingerprinting,
            TopologyPolicy policy,
            TopologyScope scope,
            boolean observed,
            ScoringType scoring,
            ForeignPods foreign,
            InformerMode informer,
            PreemptionMode preemption,
            CacheDebug debug,
            LogLevel level,
            CRDManagement crd,
            boolean scheduler,
            boolean mirrored) {
        StackInput input() {
            String kubeletBlock = observed
                    ? ""
                    : "    kubelet: {topologyManager: {policy: %s, scope: %s}}\n".formatted(policy, scope);
            String text = """
                    nodeGroups:
                    - name: hpc
                      nodeSelector: {matchLabels: {role: hpc}}
                    %s- name: other
                      nodeSelector: {matchExpressions: [{key: role, operator: NotIn, values: [hpc]}]}
                      updater: {type: ResourceTopologyExporter}
                    updater: {type: %s, refresh: {mode: %s, paused: %s}, podsFingerprinting: %s, logLevel: %s}
                    scheduler: {enabled: %s, scoringStrategy: {type: %s}, foreignPods: %s, informer: %s, preemption: %s, cacheDebug: %s, logLevel: %s}
                    topologyCRD: {management: %s}
                    %s
                    """.formatted(
                            kubeletBlock.replaceFirst("^    ", "  "),
                            type,
                            mode,
                            paused,
                            fingerprinting,
                            level,
                            scheduler,
                            scoring,
                            foreign,
                            informer,
                            preemption,
                            debug,
                            level,
                            crd,
                            mirrored ? "imageRegistry: mirror.example.com/numa" : "");
            var spec = Serialization.unmarshal(text, NUMAResourcesOperatorSpec.class);
            var facts = spec.nodeGroups().stream()
                    .map(group -> Inputs.facts(group, "1." + kubelet, "1." + server))
                    .toList();
            return new StackInput(spec, "numa-system", new KubernetesVersion(1, server), facts, 2, "");
        }
    }

    @Provide
    Arbitrary<Wish> wishes() {
        var bool = Arbitraries.of(true, false);
        return Arbitraries.integers()
                .between(28, 39)
                .flatMap(server -> Builders.withBuilder(() -> new Object[18])
                        .use(Arbitraries.just(server))
                        .inSetter((a, v) -> a[0] = v)
                        .use(Arbitraries.integers().between(server - 3, server))
                        .inSetter((a, v) -> a[1] = v)
                        .use(Arbitraries.of(UpdaterType.class))
                        .inSetter((a, v) -> a[2] = v)
                        .use(Arbitraries.of(RefreshMode.class))
                        .inSetter((a, v) -> a[3] = v)
                        .use(bool)
                        .inSetter((a, v) -> a[4] = v)
                        .use(Arbitraries.of(PodsFingerprinting.class))
                        .inSetter((a, v) -> a[5] = v)
                        .use(Arbitraries.of(TopologyPolicy.class))
                        .inSetter((a, v) -> a[6] = v)
                        .use(Arbitraries.of(TopologyScope.class))
                        .inSetter((a, v) -> a[7] = v)
                        .use(bool)
                        .inSetter((a, v) -> a[8] = v)
                        .use(Arbitraries.of(ScoringType.class))
                        .inSetter((a, v) -> a[9] = v)
                        .use(Arbitraries.of(ForeignPods.class))
                        .inSetter((a, v) -> a[10] = v)
                        .use(Arbitraries.of(InformerMode.class))
                        .inSetter((a, v) -> a[11] = v)
                        .use(Arbitraries.of(PreemptionMode.class))
                        .inSetter((a, v) -> a[12] = v)
                        .use(Arbitraries.of(CacheDebug.class))
                        .inSetter((a, v) -> a[13] = v)
                        .use(Arbitraries.of(LogLevel.class))
                        .inSetter((a, v) -> a[14] = v)
                        .use(Arbitraries.of(CRDManagement.class))
                        .inSetter((a, v) -> a[15] = v)
                        .use(bool)
                        .inSetter((a, v) -> a[16] = v)
                        .use(bool)
                        .inSetter((a, v) -> a[17] = v)
                        .build(a -> new Wish(
                                (int) a[0],
                                (int) a[1],
                                (UpdaterType) a[2],
                                (RefreshMode) a[3],
                                (boolean) a[4],
                                (PodsFingerprinting) a[5],
                                (TopologyPolicy) a[6],
                                (TopologyScope) a[7],
                                (boolean) a[8],
                                (ScoringType) a[9],
                                (ForeignPods) a[10],
                                (InformerMode) a[11],
                                (PreemptionMode) a[12],
                                (CacheDebug) a[13],
                                (LogLevel) a[14],
                                (CRDManagement) a[15],
                                (boolean) a[16],
                                (boolean) a[17])));
    }

    @Property(tries = 200)
    void equalInputsMakeEqualPlans(@ForAll("wishes") Wish wish) {
        assertThat(Serialization.asYaml(StackPlanner.plan(wish.input()).objects()))
                .isEqualTo(Serialization.asYaml(StackPlanner.plan(wish.input()).objects()));
    }

    @Property(tries = 200)
    void objectsAreLabelledAndUnique(@ForAll("wishes") Wish wish) {
        var objects = StackPlanner.plan(wish.input()).objects();

        assertThat(objects).extracting(StackPropertiesTest::identity).doesNotHaveDuplicates();
        assertThat(objects)
                .allSatisfy(object -> assertThat(object.getMetadata().getLabels())
                        .containsEntry(StackLabels.MANAGED_BY, StackLabels.OPERATOR)
                        .containsKeys(StackLabels.NAME, StackLabels.PART_OF, StackLabels.COMPONENT));
        assertThat(objects.stream().filter(DaemonSet.class::isInstance))
                .hasSize(2)
                .allSatisfy(
                        object -> assertThat(object.getMetadata().getLabels()).containsKey(StackLabels.GROUP));
    }

    private static String identity(HasMetadata object) {
        return object.getKind() + " " + object.getMetadata().getNamespace() + "/"
                + object.getMetadata().getName();
    }

    @Property(tries = 200)
    void selectorsHoldNoVersionAndMatchTheirPods(@ForAll("wishes") Wish wish) {
        var objects = StackPlanner.plan(wish.input()).objects();

        assertThat(objects.stream().filter(DaemonSet.class::isInstance).map(DaemonSet.class::cast))
                .allSatisfy(set -> selects(
                        set.getSpec().getSelector().getMatchLabels(),
                        set.getSpec().getTemplate().getMetadata().getLabels()));
        assertThat(objects.stream().filter(Deployment.class::isInstance).map(Deployment.class::cast))
                .allSatisfy(deployment -> selects(
                        deployment.getSpec().getSelector().getMatchLabels(),
                        deployment.getSpec().getTemplate().getMetadata().getLabels()));
    }

    private static void selects(Map<String, String> selector, Map<String, String> labels) {
        assertThat(labels).containsAllEntriesOf(selector);
        assertThat(selector.keySet()).noneMatch(key -> key.contains("version") || key.contains("managed-by"));
    }

    @Property(tries = 200)
    void imagesHaveATagAndMirrorsAreUsed(@ForAll("wishes") Wish wish) {
        var images = StackPlanner.plan(wish.input()).objects().stream()
                .flatMap(StackPropertiesTest::containers)
                .map(Container::getImage)
                .toList();

        assertThat(images).isNotEmpty().allMatch(image -> image.matches(".+:v?\\d+\\.\\d+(\\.\\d+)?"));
        if (wish.mirrored()) {
            assertThat(images).allMatch(image -> image.startsWith("mirror.example.com/numa/"));
        }
    }

    @Property(tries = 200)
    void neverTimesNorProxies(@ForAll("wishes") Wish wish) {
        var objects = StackPlanner.plan(wish.input()).objects();

        assertThat(objects.stream()
                        .flatMap(StackPropertiesTest::containers)
                        .flatMap(container -> container.getArgs().stream()))
                .noneMatch(arg -> arg.contains("expose-timing") || arg.contains("exclude-terminal-pods"));
        assertThat(Serialization.asYaml(objects)).doesNotContain("nodes/proxy", "preemptionMode");
    }

    @Property(tries = 200)
    void grantsNothingThatTheUnionOfRulesLacks(@ForAll("wishes") Wish wish) {
        var held = StackRbac.allRules();
        assertThat(StackPlanner.plan(wish.input()).objects().stream().flatMap(StackPropertiesTest::rules))
                .allSatisfy(rule -> rule.getResources()
                        .forEach(resource -> rule.getVerbs()
                                .forEach(verb -> assertThat(held)
                                        .anyMatch(other -> other.getApiGroups().equals(rule.getApiGroups())
                                                && other.getResources().contains(resource)
                                                && other.getVerbs().contains(verb)))));
    }

    private static Stream<Container> containers(HasMetadata object) {
        return switch (object) {
            case DaemonSet set -> set.getSpec().getTemplate().getSpec().getContainers().stream();
            case Deployment deployment -> deployment.getSpec().getTemplate().getSpec().getContainers().stream();
            default -> Stream.of();
        };
    }

    private static Stream<PolicyRule> rules(HasMetadata object) {
        List<PolicyRule> rules = switch (object) {
            case ClusterRole role -> role.getRules();
            case Role role -> role.getRules();
            default -> List.of();
        };
        return rules.stream();
    }
}
