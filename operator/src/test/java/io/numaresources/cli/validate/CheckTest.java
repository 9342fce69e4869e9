package io.numaresources.cli.validate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class CheckTest {

    /** Areas, components and settings of deployer v0.24.2 (pkg/validator), whose two checks of the API version are one here. */
    @Test
    void hasEveryCheckOfDeployerValidateOnce() {
        assertThat(Arrays.stream(Check.values()).map(Check::deployer).filter(deployer -> !deployer.isEmpty()))
                .containsExactlyInAnyOrder(
                        "cluster: API Version",
                        "cluster: worker nodes",
                        "kubelet: configuration",
                        "kubelet: CPU manager policy",
                        "kubelet: CPU manager reconcile period",
                        "kubelet: configuration CPU",
                        "kubelet: memory manager policy",
                        "kubelet: configuration memory",
                        "kubelet: topology manager policy");
    }
}
