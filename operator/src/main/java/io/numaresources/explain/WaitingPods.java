package io.numaresources.explain;

import io.fabric8.kubernetes.api.model.Pod;
import io.numaresources.explain.PodAnswer.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Keeps a verdict on each pod that waits or was refused. Pods that are alike share one question, a node's change asks that node only, and a turn
 * does a bounded amount of work, so that a thousand pods on thousands of nodes cost no more than few. For one thread at a time.
 */
public final class WaitingPods {
    /** A pod that the scheduler hasn't judged is left alone for so long: most are placed at once. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /**
     * Bounds.
     *
     * @param nodes nodes asked in a turn, on behalf of any pods; the question that reaches the bound is finished
     * @param tellings things said in a turn
     * @param questions questions in all; further ones wait until others are gone
     * @param again least time until something of the same kind is said of a pod, or all nodes are asked again
     */
    public record Limits(int nodes, int tellings, int questions, Duration again) {
        /** For an operator that must not be felt, with a turn a second. */
        public static final Limits DEFAULT = new Limits(10_000, 10, 1000, Duration.ofMinutes(5));
    }

    /**
     * Outcome of a turn.
     *
     * @param tellings what to say now
     * @param asked how many nodes were asked
     * @param next when there is work again without any news; empty for never
     */
    public record Turn(List<Telling> tellings, int asked, Optional<Instant> next) {}

    /** A pod that waits, and what was last said of it. */
    private static final class Entry {
        private final WaitingPod pod;
        private Optional<Reason> told = Optional.empty();
        private String sentence = "";
        private Instant at = Instant.MIN;

        Entry(WaitingPod pod) {
            this.pod = pod;
        }

        /** From when on the pod is looked at. */
        Instant ripe() {
            return pod.unschedulable() ? Instant.MIN : pod.created().plus(PATIENCE);
        }

        /** When an answer is to be told; empty where nothing new is in it. */
        Optional<Instant> due(StandingQuestion.Answer answer, Duration again) {
            if (told.filter(answer.reason()::equals).isEmpty()) {
                return Optional.of(ripe());
            }
            return answer.sentence().equals(sentence) ? Optional.empty() : Optional.of(at.plus(again));
        }
    }

    private final Limits limits;
    private final KnownNodes nodes = new KnownNodes();
    private final Map<String, Entry> waiting = new LinkedHashMap<>();
    private final Map<PodQuestion, StandingQuestion> questions = new LinkedHashMap<>();
    private final Refusals refusals = new Refusals();

    public WaitingPods(Limits limits) {
        this.limits = limits;
    }

    /** A node is new or changed. */
    public void put(Candidate node) {
        nodes.put(node);
    }

    /** A node is gone. */
    public void removeNode(String name) {
        nodes.remove(name);
    }

    /**
     * A pod as a watch tells it. Those of pending and of failed pods aren't in step: that a pod is pending may be told after its failure, and
     * says nothing about it.
     */
    public void see(Pod pod) {
        var key = pod.getMetadata().getNamespace() + "/" + pod.getMetadata().getName();
        boolean pending =
                pod.getStatus() != null && "Pending".equals(pod.getStatus().getPhase());
        WaitingPod.of(pod).ifPresentOrElse(this::put, () -> {
            if (pending) {
                removeWaiting(key);
            } else {
                removeRefused(key);
            }
        });
    }

    /** A pod waits or was refused. */
    public void put(WaitingPod pod) {
        if (pod.refusal().isPresent()) {
            refusals.put(pod);
            return;
        }
        var known = waiting.get(pod.key());
        if (known != null && known.pod.equals(pod)) {
            return;
        }
        var entry = new Entry(pod);
        if (known != null && known.pod.uid().equals(pod.uid())) {
            entry.told = known.told;
            entry.sentence = known.sentence;
            entry.at = known.at;
        }
        removeWaiting(pod.key());
        waiting.put(pod.key(), entry);
        questions
                .computeIfAbsent(pod.question(), question -> new StandingQuestion(question, limits.again()))
                .pods()
                .add(pod.key());
    }

    /** A pod doesn't wait any more; by namespace and name. */
    public void removeWaiting(String key) {
        var known = waiting.remove(key);
        var question = known == null ? null : questions.get(known.pod.question());
        if (question != null) {
            question.pods().remove(key);
            if (question.pods().isEmpty()) {
                questions.remove(known.pod.question());
            }
        }
    }

    /** A refused pod is gone; by namespace and name. */
    public void removeRefused(String key) {
        refusals.remove(key);
    }

    /** Whether a change of nodes matters to no pod. */
    public boolean idle() {
        return questions.isEmpty() && !refusals.toTell();
    }

    /** Number of pods by why they wait, {@code unanswered} for those not looked at yet. */
    public SortedMap<String, Integer> waitingByReason() {
        var counts = new TreeMap<String, Integer>();
        Stream.of(Reason.values()).forEach(reason -> counts.put(reason.value(), 0));
        counts.put("unanswered", 0);
        questions
                .values()
                .forEach(question -> counts.merge(
                        question.answer().map(answer -> answer.reason().value()).orElse("unanswered"),
                        question.pods().size(),
                        Integer::sum));
        return counts;
    }

    /** Number of refused pods by status.reason. */
    public SortedMap<String, Integer> refusedByReason() {
        return refusals.byReason();
    }

    /** Does a bounded amount of work. */
    public Turn turn(Instant now) {
        int asked = ask(now);
        var tellings = new ArrayList<Telling>();
        asked += refusals.tell(nodes, now, limits.tellings(), tellings);
        for (Entry entry : waiting.values()) {
            if (tellings.size() >= limits.tellings()) {
                break;
            }
            answer(entry)
                    .filter(answer -> entry.due(answer, limits.again())
                            .filter(due -> !due.isAfter(now))
                            .isPresent())
                    .ifPresent(answer -> tellings.add(tell(entry, answer, now)));
        }
        return new Turn(tellings, asked, next());
    }

    private int ask(Instant now) {
        int asked = 0;
        for (var question :
                questions.entrySet().stream().limit(limits.questions()).toList()) {
            if (asked >= limits.nodes()) {
                break;
            }
            var standing = question.getValue();
            if (due(standing).filter(due -> !due.isAfter(now)).isPresent()) {
                asked += Math.max(1, standing.work(nodes, now));
            }
        }
        return asked;
    }

    private Optional<Instant> due(StandingQuestion question) {
        var ripe = question.pods().stream()
                .map(key -> entry(key).ripe())
                .min(Instant::compareTo)
                .orElse(Instant.MAX);
        return question.due(nodes).map(due -> due.isAfter(ripe) ? due : ripe);
    }

    private Entry entry(String key) {
        var entry = waiting.get(key);
        if (entry == null) {
            throw new IllegalStateException("pod " + key + " asks and doesn't wait");
        }
        return entry;
    }

    private Optional<StandingQuestion.Answer> answer(Entry entry) {
        return Optional.ofNullable(questions.get(entry.pod.question())).flatMap(StandingQuestion::answer);
    }

    private static Telling tell(Entry entry, StandingQuestion.Answer answer, Instant now) {
        boolean first = entry.told.isEmpty();
        entry.told = Optional.of(answer.reason());
        entry.sentence = answer.sentence();
        entry.at = now;
        return switch (answer.reason()) {
            case FITS ->
                new Telling(
                        entry.pod, "NUMAFits", false, "alignment doesn't keep it waiting: " + answer.sentence(), first);
            case NO_ROOM -> new Telling(entry.pod, "NUMANoRoom", true, answer.sentence(), first);
            case NEVER -> new Telling(entry.pod, "NUMANeverFits", true, answer.sentence(), first);
            case UNKNOWN -> new Telling(entry.pod, "NUMAUnknown", true, answer.sentence(), first);
            case NO_NODE -> new Telling(entry.pod, "NUMANoNode", true, answer.sentence(), first);
        };
    }

    private Optional<Instant> next() {
        var asking = questions.values().stream().limit(limits.questions()).flatMap(question -> due(question).stream());
        var telling = waiting.values().stream()
                .flatMap(entry -> answer(entry).flatMap(answer -> entry.due(answer, limits.again())).stream());
        return refusals.toTell()
                ? Optional.of(Instant.MIN)
                : Stream.concat(asking, telling).min(Instant::compareTo);
    }
}
