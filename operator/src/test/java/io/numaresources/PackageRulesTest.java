package io.numaresources;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Who may know whom: the table of packages in the architecture. A package that doesn't exist yet passes. */
class PackageRulesTest {
    private static final int LONGEST = 250;
    private static final String[] PURE = {
        "io.numaresources.topology..",
        "io.numaresources.kubelet..",
        "io.numaresources.finding..",
        "io.numaresources.explain..",
        "io.numaresources.fleet..",
        "io.numaresources.guard..",
        "io.numaresources.stack..",
        "io.numaresources.agent..",
        "io.numaresources.rollout..",
        "io.numaresources.status..",
        "io.numaresources.time.."
    };

    /** Quarkus wires JOSDK from the root package, if at all. */
    static final ArchRule onlyTheControllerKnowsJosdk = noClasses()
            .that()
            .resideInAPackage("io.numaresources..")
            .and()
            .resideOutsideOfPackages("io.numaresources.controller..", "io.numaresources", "io.numaresources.testbed..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.javaoperatorsdk..");

    /** YAML is no client: Serialization and its parts are in the client's jar. */
    static final ArchRule theCoreKnowsNoClient = noClasses()
            .that()
            .resideInAnyPackage(PURE)
            .should()
            .dependOnClassesThat(resideInAPackage("io.fabric8.kubernetes.client..")
                    .and(not(nameMatching("io\\.fabric8\\.kubernetes\\.client\\.utils\\.(Kubernetes)?Serialization"))))
            .allowEmptyShould(true);

    static final ArchRule theModelsKnowTheJdkOnly = noClasses()
            .that()
            .resideInAnyPackage("io.numaresources.topology..")
            .should()
            .dependOnClassesThat(resideInAnyPackage("io.fabric8..", "io.quarkus..", "io.numaresources.api.."))
            .allowEmptyShould(true);

    static final ArchRule theCoreKnowsNoOuterPackage = noClasses()
            .that()
            .resideInAnyPackage(PURE)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.numaresources.platform..",
                    "io.numaresources.controller..",
                    "io.numaresources.node..",
                    "io.numaresources.trace..",
                    "io.numaresources.cli..")
            .allowEmptyShould(true);

    static final ArchRule nobodyKnowsTheController = noClasses()
            .that()
            .resideInAPackage("io.numaresources..")
            .and()
            .resideOutsideOfPackages("io.numaresources.controller..", "io.numaresources.cli..", "io.numaresources")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.numaresources.controller..");

    /** So that nothing of it is loaded while traces are off. */
    static final ArchRule onlyTracesKnowOpenTelemetry = noClasses()
            .that()
            .resideInAPackage("io.numaresources..")
            .and()
            .resideOutsideOfPackage("io.numaresources.trace..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.opentelemetry..");

    static final ArchRule noDumps = classes()
            .that()
            .resideInAPackage("io.numaresources..")
            .and()
            .resideOutsideOfPackage("io.numaresources.api..")
            .should(new ArchCondition<>("not be called a util, helper or manager") {
                @Override
                public void check(JavaClass type, ConditionEvents events) {
                    if (type.getSimpleName().matches(".*(Utils?|Helper|Manager)")) {
                        events.add(SimpleConditionEvent.violated(
                                type, type.getName() + " is named after nothing it does"));
                    }
                }
            });

    static final ArchRule noCycles =
            slices().matching("io.numaresources.(*)..").should().beFreeOfCycles();

    /** By Jupiter: surefire counts no test of ArchUnit's own engine and lets its failures pass. */
    @TestFactory
    Stream<DynamicTest> rules() {
        return Arrays.stream(PackageRulesTest.class.getDeclaredFields())
                .filter(field -> field.getType() == ArchRule.class)
                .map(field ->
                        dynamicTest(field.getName(), () -> ((ArchRule) field.get(null)).check(ProductCode.CLASSES)));
    }

    @Test
    void noSourceFileIsLong() throws IOException {
        var tooLong = new ArrayList<String>();
        try (var files = Files.walk(Path.of("src/main/java"))) {
            files.filter(file -> file.toString().endsWith(".java")).forEach(file -> {
                long lines = lines(file);
                if (lines > LONGEST) {
                    tooLong.add(file + ": " + lines);
                }
            });
        }
        assertThat(tooLong).isEmpty();
    }

    private static long lines(Path file) {
        try (var lines = Files.lines(file)) {
            return lines.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
