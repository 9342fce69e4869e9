package io.numaresources.kubelet;

import java.util.Arrays;

/** How a node's kubelet is started, which decides where its drop-in goes and what is restarted. */
public enum Layout {
    /** kubeadm and kind: no drop-in directory by default; one is added by overriding KUBELET_CONFIG_ARGS in a systemd drop-in. */
    KUBEADM("kubeadm"),
    /** A systemd unit that passes --config-dir. */
    CONFIG_DIR("config-dir"),
    /** The kubelet is part of the k3s process. */
    K3S("k3s"),
    /** The kubelet is a child of the rke2 process. */
    RKE2("rke2"),
    /** None of these: the snippet is shown, nothing is written. */
    UNKNOWN("unknown");

    private final String value;

    Layout(String value) {
        this.value = value;
    }

    /** As it stands in NUMANode.status.kubelet.startedBy. */
    public String value() {
        return value;
    }

    /** The layout of this text; unknown where it is none of them. */
    public static Layout parse(String text) {
        return Arrays.stream(values())
                .filter(layout -> layout.value.equals(text))
                .findFirst()
                .orElse(UNKNOWN);
    }
}
