package io.numaresources.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Links of a host that is mounted below another root, such as /var/lib/kubelet on a disk of its own. */
class HostTest {
    @TempDir
    Path root;

    private Host host;

    @BeforeEach
    void aHostWithLinks() throws IOException {
        host = new Host(root);
        Trees.write(root.resolve("data/kubelet/config.yaml"), "found");
        Trees.write(root.resolve("data/kubelet/d/a.conf"), "a");
        link("var/lib/kubelet", "/data/kubelet");
        link("etc/kubelet.yaml", "../var/lib/kubelet/config.yaml");
        link("etc/out", "../../../../../../../../etc/kubelet.yaml");
        link("etc/loop", "/etc/loop");
    }

    private void link(String path, String target) throws IOException {
        Files.createDirectories(root.resolve(path).getParent());
        Files.createSymbolicLink(root.resolve(path), Path.of(target));
    }

    @Test
    void followsThemWithinTheHost() {
        assertThat(host.text("/var/lib/kubelet/config.yaml")).hasValue("found");
        assertThat(host.text("/etc/kubelet.yaml")).hasValue("found");
        assertThat(host.names("/var/lib/kubelet")).containsExactly("config.yaml", "d");
        assertThat(host.filesBelow("/var/lib/kubelet", ".conf")).containsExactly("d/a.conf");
        assertThat(host.path("/var/lib/kubelet/new")).isEqualTo(root.resolve("data/kubelet/new"));
    }

    @Test
    void neverLeavesTheHost() {
        assertThat(host.text("/etc/out")).hasValue("found");
        assertThat(host.path("/../../x")).isEqualTo(root.resolve("x"));
    }

    @Test
    void endsWhereTheyGoInACircle() {
        assertThat(host.exists("/etc/loop")).isFalse();
        assertThat(host.text("/etc/loop")).isEmpty();
    }

    /** What is replaced or removed is the link, not what it leads to. */
    @Test
    void namesTheLinkItself() {
        assertThat(host.path("/etc/kubelet.yaml")).isEqualTo(root.resolve("etc/kubelet.yaml"));
    }
}
