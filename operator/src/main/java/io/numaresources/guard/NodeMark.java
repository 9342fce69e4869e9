package io.numaresources.guard;

import io.numaresources.explain.NodePlace.NodeTaint;
import io.numaresources.stack.StackLabels;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Taints that this operator puts on nodes. All of these keys are its own, whoever wrote them; all others are never touched. */
public enum NodeMark {
    /** The node differs from most of its group; the value says in what first. */
    OUTLIER(StackLabels.OUTLIER),
    /** The node's kubelet rejects pods again and again. */
    REJECTING(StackLabels.REJECTING);

    /** Longest value of a taint. */
    private static final int LONGEST = 63;

    private final String key;

    NodeMark(String key) {
        this.key = key;
    }

    /** Key of the taint. */
    public String key() {
        return key;
    }

    /** Those of some taints that are this operator's. */
    public static Set<NodeTaint> of(Collection<NodeTaint> taints) {
        return taints.stream().filter(taint -> ours(taint.key())).collect(Collectors.toUnmodifiableSet());
    }

    static boolean ours(String key) {
        return List.of(values()).stream().anyMatch(mark -> mark.key.equals(key));
    }

    /** A text as the value of a taint, which has the form of a label's. */
    static String value(String text) {
        var words = text.replaceAll("[^A-Za-z0-9]+", "-");
        return words.substring(0, Math.min(LONGEST, words.length())).replaceAll("^-|-$", "");
    }
}
