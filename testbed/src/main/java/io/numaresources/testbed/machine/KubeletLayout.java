package io.numaresources.testbed.machine;

/** How a distribution hands the kubelet its configuration. */
public enum KubeletLayout {
    /** As kubeadm and kind: config.yaml and kubeadm-flags.env in /var/lib/kubelet, no drop-in directory. */
    KUBEADM("kubeadm"),
    /** A configuration file and a drop-in directory, both named on the kubelet's command line. */
    CONFIG_DIRECTORY("config-directory"),
    ;

    private final String folder;

    KubeletLayout(String folder) {
        this.folder = folder;
    }

    /** Folder below testbed/machine with the files of the layout. */
    String folder() {
        return folder;
    }
}
