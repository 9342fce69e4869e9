package io.numaresources.platform;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.numaresources.stack.KubernetesVersion;
import io.numaresources.time.Moment;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Version of the API server, asked again when the set of kubelet versions changed (which follows an upgrade of the control
 * plane) and every hour, so that a steady state makes no request.
 */
public final class ServerVersion {
    private static final Duration LONGEST_TRUST = Duration.ofHours(1);

    private final KubernetesClient client;
    private final Clock clock;
    private @Nullable Answer last;

    /** What was answered, when, and which kubelet versions were known then. */
    private record Answer(KubernetesVersion version, Moment at, Set<KubernetesVersion> kubelets) {}

    public ServerVersion(KubernetesClient client, Clock clock) {
        this.client = client;
        this.clock = clock;
    }

    /** The version, from the last answer where that can still be trusted. */
    public synchronized KubernetesVersion current(Set<KubernetesVersion> kubelets) {
        Answer answer = last;
        Instant now = clock.instant();
        if (answer == null || !answer.kubelets().equals(kubelets) || answer.at().over(LONGEST_TRUST, now)) {
            answer = new Answer(
                    KubernetesVersion.parse(client.getKubernetesVersion().getGitVersion()), Moment.of(now), kubelets);
            last = answer;
        }
        return answer.version();
    }
}
