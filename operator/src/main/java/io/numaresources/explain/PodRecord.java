package io.numaresources.explain;

import io.numaresources.explain.PodAnswer.Reason;
import io.numaresources.time.Moment;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** A pod that waits, and what was last said of it. */
final class PodRecord {
    /** A pod that the scheduler hasn't judged is left alone for so long: most are placed at once. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final WaitingPod pod;
    private final Moment created;
    private Optional<Reason> told = Optional.empty();
    private String sentence = "";
    private Moment at = Moment.longAgo();

    PodRecord(WaitingPod pod) {
        this.pod = pod;
        created = Moment.of(pod.created());
    }

    WaitingPod pod() {
        return pod;
    }

    /** The same pod has changed, which makes nothing unsaid. */
    void inherit(PodRecord before) {
        if (before.pod.uid().equals(pod.uid())) {
            told = before.told;
            sentence = before.sentence;
            at = before.at;
        }
    }

    /** From when on the pod is looked at. */
    Instant ripe(Instant now) {
        return pod.unschedulable() ? Instant.MIN : created.end(PATIENCE, now);
    }

    /**
     * When an answer is to be told; empty where nothing new is in it.
     *
     * @param again least time until something of the same kind is said
     */
    Optional<Instant> due(StandingQuestion.Answer answer, Duration again, Instant now) {
        if (told.filter(answer.reason()::equals).isEmpty()) {
            return Optional.of(ripe(now));
        }
        return answer.sentence().equals(sentence) ? Optional.empty() : Optional.of(at.end(again, now));
    }

    Telling tell(StandingQuestion.Answer answer, Instant now) {
        boolean first = told.isEmpty();
        told = Optional.of(answer.reason());
        sentence = answer.sentence();
        at = Moment.of(now);
        return switch (answer.reason()) {
            case FITS -> new Telling(pod, "NUMAFits", false, "alignment doesn't keep it waiting: " + sentence, first);
            case NO_ROOM -> new Telling(pod, "NUMANoRoom", true, sentence, first);
            case NEVER -> new Telling(pod, "NUMANeverFits", true, sentence, first);
            case UNKNOWN -> new Telling(pod, "NUMAUnknown", true, sentence, first);
            case NO_NODE -> new Telling(pod, "NUMANoNode", true, sentence, first);
        };
    }
}
