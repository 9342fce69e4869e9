package io.numaresources.node;

import io.numaresources.kubelet.DropIn;
import io.numaresources.kubelet.Layout;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where the drop-in goes and what makes the kubelet read it.
 *
 * @param layout how the kubelet is started
 * @param directory drop-in directory; absent where the layout is unknown
 * @param unit what is restarted; absent where the layout is unknown
 * @param unitDropIn systemd drop-in that makes the kubelet read the directory; absent where it does already
 */
public record Placement(
        Layout layout, Optional<String> directory, Optional<String> unit, Optional<UnitDropIn> unitDropIn) {
    /** Where a kubelet without a drop-in directory gets one. */
    static final String ADDED_DIRECTORY = "/etc/kubernetes/kubelet.conf.d";

    static final String UNIT_DROP_IN = "/etc/systemd/system/kubelet.service.d/90-numaresources.conf";

    private static final List<String> KUBEADM_UNITS = List.of(
            "/etc/systemd/system/kubelet.service.d/10-kubeadm.conf",
            "/usr/lib/systemd/system/kubelet.service.d/10-kubeadm.conf",
            "/lib/systemd/system/kubelet.service.d/10-kubeadm.conf",
            "/usr/local/lib/systemd/system/kubelet.service.d/10-kubeadm.conf");

    /** A file for systemd. */
    public record UnitDropIn(String path, String text) {}

    /** Detects the layout from the node itself. */
    public static Placement detect(Host host, Optional<KubeletProcess> process) {
        if (!visible(host, process)) {
            return unknown();
        }
        if (host.exists("/var/lib/rancher/rke2/agent")) {
            String unit = host.exists("/var/lib/rancher/rke2/server") ? "rke2-server.service" : "rke2-agent.service";
            return known(Layout.RKE2, "/var/lib/rancher/rke2/agent/etc/kubelet.conf.d", unit);
        }
        if (process.filter(found -> found.program().equals("k3s")).isPresent()) {
            String unit = host.exists("/var/lib/rancher/k3s/server") ? "k3s.service" : "k3s-agent.service";
            return known(Layout.K3S, "/var/lib/rancher/k3s/agent/etc/kubelet.conf.d", unit);
        }
        var directory = process.flatMap(
                        found -> Optional.ofNullable(found.flags().get("config-dir")))
                .filter(value -> value.startsWith("/"));
        if (directory.isPresent() && !host.exists(UNIT_DROP_IN)) {
            return known(Layout.CONFIG_DIR, directory.get(), "kubelet.service");
        }
        if (process.isPresent() && kubeadm(host)) {
            return new Placement(
                    Layout.KUBEADM,
                    Optional.of(ADDED_DIRECTORY),
                    Optional.of("kubelet.service"),
                    Optional.of(new UnitDropIn(UNIT_DROP_IN, addedDirectory())));
        }
        return unknown();
    }

    /** A kubelet whose files lie where an inspection can't look is one of which nothing is known. */
    private static boolean visible(Host host, Optional<KubeletProcess> process) {
        return Stream.of("config", "root-dir")
                .flatMap(name -> KubeletReader.flag(process, name).stream())
                .allMatch(host::exists);
    }

    private static Placement unknown() {
        return new Placement(Layout.UNKNOWN, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** Where the drop-in goes; absent where the layout is unknown. */
    public Optional<String> dropIn() {
        return directory.map(path -> path + "/" + DropIn.FILE_NAME);
    }

    /** What a person can do where nothing is written. */
    public static String snippet(DropIn dropIn) {
        return """
                Put this into the kubelet's drop-in directory as %s, or merge it into the file of --config,
                drain the node, move cpu_manager_state and memory_manager_state out of /var/lib/kubelet and restart the kubelet:

                %s""".formatted(DropIn.FILE_NAME, dropIn.text());
    }

    private static Placement known(Layout layout, String directory, String unit) {
        return new Placement(layout, Optional.of(directory), Optional.of(unit), Optional.empty());
    }

    private static boolean kubeadm(Host host) {
        return KUBEADM_UNITS.stream()
                .flatMap(path -> host.text(path).stream())
                .anyMatch(text -> text.contains("KUBELET_CONFIG_ARGS="));
    }

    /**
     * Only 10-kubeadm.conf sets this variable, and the last Environment= wins; an EnvironmentFile would beat it, so KUBELET_EXTRA_ARGS is no place for it.
     * The second variable is what kubelet 1.29 asks for before it accepts the flag (KEP-3983).
     */
    private static String addedDirectory() {
        return """
                # Written by numaresources-operator.
                [Service]
                Environment="KUBELET_CONFIG_ARGS=--config=/var/lib/kubelet/config.yaml --config-dir=%s"
                Environment="KUBELET_CONFIG_DROPIN_DIR_ALPHA=true"
                """.formatted(ADDED_DIRECTORY);
    }
}
