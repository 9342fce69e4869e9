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

    private final Limits limits;
    private final KnownNodes nodes = new KnownNodes();
    private final Map<String, PodRecord> waiting = new LinkedHashMap<>();
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
        if (known != null && known.pod().equals(pod)) {
            return;
        }
        var entry = new PodRecord(pod);
        if (known != null) {
            entry.inherit(known);
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
        var question = known == null ? null : questions.get(known.pod().question());
        if (question != null) {
            question.pods().remove(key);
            if (question.pods().isEmpty()) {
                questions.remove(known.pod().question());
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
        for (PodRecord entry : waiting.values()) {
            if (tellings.size() >= limits.tellings()) {
                break;
            }
            answer(entry)
                    .filter(answer -> entry.due(answer, limits.again(), now)
                            .filter(due -> !due.isAfter(now))
                            .isPresent())
                    .ifPresent(answer -> tellings.add(entry.tell(answer, now)));
        }
        return new Turn(tellings, asked, next(now));
    }

    private int ask(Instant now) {
        int asked = 0;
        for (var question :
                questions.entrySet().stream().limit(limits.questions()).toList()) {
            if (asked >= limits.nodes()) {
                break;
            }
            var standing = question.getValue();
            if (due(standing, now).filter(due -> !due.isAfter(now)).isPresent()) {
                asked += Math.max(1, standing.work(nodes, now));
            }
        }
        return asked;
    }

    private Optional<Instant> due(StandingQuestion question, Instant now) {
        var ripe = question.pods().stream()
                .map(key -> entry(key).ripe(now))
                .min(Instant::compareTo)
                .orElse(Instant.MAX);
        return question.due(nodes, now).map(due -> due.isAfter(ripe) ? due : ripe);
    }

    private PodRecord entry(String key) {
        var entry = waiting.get(key);
        if (entry == null) {
            throw new IllegalStateException("pod " + key + " asks and doesn't wait");
        }
        return entry;
    }

    private Optional<StandingQuestion.Answer> answer(PodRecord entry) {
        return Optional.ofNullable(questions.get(entry.pod().question())).flatMap(StandingQuestion::answer);
    }

    private Optional<Instant> next(Instant now) {
        var asking =
                questions.values().stream().limit(limits.questions()).flatMap(question -> due(question, now).stream());
        var telling = waiting.values().stream()
                .flatMap(entry -> answer(entry).flatMap(answer -> entry.due(answer, limits.again(), now)).stream());
        return refusals.toTell()
                ? Optional.of(Instant.MIN)
                : Stream.concat(asking, telling).min(Instant::compareTo);
    }
}
