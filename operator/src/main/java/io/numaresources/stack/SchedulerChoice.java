package io.numaresources.stack;

import io.numaresources.api.v1alpha1.InformerMode;
import io.numaresources.api.v1alpha1.PreemptionMode;
import io.numaresources.finding.FindingCode;
import java.time.Duration;

/** Chooses image, informer mode and number of pods of the scheduler. */
final class SchedulerChoice {
    private static final Duration ADVISED_RESYNC = Duration.ofSeconds(5);

    private final StackInput input;
    private final VersionMatrix matrix;
    private final Findings findings;

    SchedulerChoice(StackInput input, VersionMatrix matrix, Findings findings) {
        this.input = input;
        this.matrix = matrix;
        this.findings = findings;
    }

    SchedulerPlan choose() {
        var spec = input.spec().scheduler();
        var byMatrix = OperandImage.ofMatrix(
                matrix.images().get("scheduler"),
                matrix.row(input.server()).scheduler(),
                input.spec().imageRegistry());
        var image = spec.enabled() ? image(byMatrix) : byMatrix;
        var version = image.version().or(byMatrix::version).orElseThrow();
        var resync = GoDuration.parse(spec.cacheResyncPeriod());
        int byHosts = input.schedulerHosts() >= 2 ? 2 : 1;
        var plan = new SchedulerPlan(
                input,
                image,
                matrix.rowOfScheduler(version),
                spec.replicas() == null ? byHosts : spec.replicas(),
                informer(),
                Math.max(1, resync.toSeconds()));
        if (spec.enabled()) {
            explain(resync);
        }
        return plan;
    }

    /** A scheduler newer than the server waits for ever for kinds the server doesn't have (scheduler-plugins #430, #647). */
    private OperandImage image(OperandImage byMatrix) {
        String named = input.spec().scheduler().image();
        if (named == null) {
            return byMatrix;
        }
        var given = OperandImage.given(named);
        var version = given.version();
        if (version.isEmpty() || version.get().major() > 1) {
            findings.add(
                    FindingCode.SCHEDULER_IMAGE_VERSION_UNKNOWN,
                    null,
                    "the tag of %s tells no version, its configuration is that of %s: use a tag such as %s"
                            .formatted(
                                    named,
                                    byMatrix.reference(),
                                    matrix.row(input.server()).scheduler()));
            return new OperandImage(named, byMatrix.version());
        }
        if (version.get().minor() > input.server().minor()) {
            findings.add(
                    FindingCode.SCHEDULER_NEWER_THAN_SERVER,
                    null,
                    "%s is newer than the API server (%s) and would never schedule, %s runs instead: remove scheduler.image or name one of 0.%d or older"
                            .formatted(
                                    named,
                                    input.server(),
                                    byMatrix.reference(),
                                    input.server().minor()));
            return byMatrix;
        }
        int oldest =
                KubernetesVersion.parse(matrix.rows().getFirst().scheduler()).minor();
        if (version.get().minor() < oldest) {
            findings.add(
                    FindingCode.SCHEDULER_IMAGE_TOO_OLD,
                    null,
                    "%s is older than v0.%d, %s runs instead: remove scheduler.image or name a newer one"
                            .formatted(named, oldest, byMatrix.reference()));
            return byMatrix;
        }
        return given;
    }

    /**
     * Shared where kubelets list active pods only, Dedicated where they list terminated ones too. The wrong one stalls
     * scheduling after a Job completes (scheduler-plugins #598, numaresources-operator #1932).
     */
    private InformerMode informer() {
        var boundary = KubernetesVersion.parse(matrix.sharedInformerFromKubelet());
        var wanted = input.spec().scheduler().informer();
        var oldest = input.groups().stream()
                .flatMap(group -> group.oldestKubelet().stream())
                .min(KubernetesVersion::compareTo)
                .orElse(input.server());
        var newest = input.groups().stream()
                .flatMap(group -> group.newestKubelet().stream())
                .max(KubernetesVersion::compareTo)
                .orElse(oldest);
        boolean shared = oldest.compareTo(boundary) >= 0;
        var right = shared ? InformerMode.SHARED : InformerMode.DEDICATED;
        boolean mixed = !shared && newest.compareTo(boundary) >= 0;
        if (input.spec().scheduler().enabled()) {
            if (mixed) {
                findings.add(
                        FindingCode.MIXED_KUBELETS,
                        null,
                        "kubelets from %s to %s: no informer mode is right on both sides of %s, nodes of one side stop being scheduled to after a Job completes on them: bring all groups to one side"
                                .formatted(oldest, newest, boundary));
            } else if (wanted != InformerMode.AUTO && wanted != right) {
                findings.add(
                        FindingCode.INFORMER_MISMATCH,
                        null,
                        "scheduler.informer %s stalls scheduling after a Job completes with kubelets of %s: use Auto, which is %s here"
                                .formatted(wanted, oldest, right));
            }
        }
        return wanted == InformerMode.AUTO ? right : wanted;
    }

    private void explain(Duration resync) {
        if (input.spec().scheduler().preemption() == PreemptionMode.NUMAAWARE) {
            findings.add(
                    FindingCode.PREEMPTION_UNSUPPORTED,
                    null,
                    "no published scheduler image knows NUMA-aware preemption, scheduler.preemption Disabled is in force: set it to Disabled");
        }
        if (resync.compareTo(ADVISED_RESYNC) < 0) {
            findings.add(
                    FindingCode.RESYNC_PERIOD_SHORT,
                    null,
                    "scheduler.cacheResyncPeriod under 5s asks the API server often and gains nothing, since nodes are published less often: use 5s or more");
        }
    }
}
