package io.numaresources.testbed.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ContainerBuilder;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class PodConfigurationTest {

    @Test
    void changesOnlyTheKubeconfig() {
        var changed = PodConfiguration.withKubeconfig(
                "kind: KubeSchedulerConfiguration\nclientConnection:\n  qps: 50\n", Path.of("/run/kubeconfig"));

        assertThat(changed)
                .contains("kind: \"KubeSchedulerConfiguration\"")
                .contains("qps: 50")
                .contains("kubeconfig: \"/run/kubeconfig\"");
    }

    @Test
    void refusesAConfigurationThatIsNoObject() {
        assertThatThrownBy(() -> PodConfiguration.withKubeconfig("- a", Path.of("k")))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void keepsTheFlagsThatMeanTheSameOnThisHost() {
        var arguments = ContainerArguments.of(new ContainerBuilder()
                .withCommand("/bin/kube-scheduler", "-v", "4")
                .withArgs("--config", "/etc/kubernetes/config.yaml", "--secure-port=10259", "--feature-gates=A=true")
                .build());

        assertThat(arguments.value("--config")).contains("/etc/kubernetes/config.yaml");
        assertThat(arguments.portable()).containsExactly("-v=4", "--feature-gates=A=true");
    }
}
