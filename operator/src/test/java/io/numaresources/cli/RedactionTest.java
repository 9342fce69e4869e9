package io.numaresources.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RedactionTest {
    @TempDir
    Path folder;

    @Test
    void takesSecretsOutOfAPod() {
        HasMetadata pod = Codec.OBJECTS.unmarshal("""
                apiVersion: v1
                kind: Pod
                metadata:
                  name: web
                  annotations: {kubectl.kubernetes.io/last-applied-configuration: "{secret}", numaresources.io/x: kept}
                spec:
                  nodeName: node-1
                  containers:
                  - name: main
                    image: registry.example.com/web:1
                    args: [--password=hunter2]
                    env: [{name: DB_PASSWORD, value: hunter2}, {name: REF, valueFrom: {secretKeyRef: {name: s, key: k}}}]
                    resources: {limits: {cpu: 1}}
                status: {phase: Pending, podIP: 10.0.0.7, hostIP: 192.168.0.1, message: "token=abc123 expired"}
                """);

        var text = Codec.OBJECTS.asYaml(Redaction.object(pod));

        assertThat(text).doesNotContain("hunter2", "10.0.0.7", "192.168.0.1", "last-applied", "abc123");
        assertThat(text)
                .contains(
                        "node-1",
                        "DB_PASSWORD",
                        "secretKeyRef",
                        "registry.example.com/web:1",
                        "numaresources.io/x",
                        "cpu: '1'");
    }

    @Test
    void keepsTheArgumentsOfOperands() {
        HasMetadata set = Codec.OBJECTS.unmarshal("""
                apiVersion: apps/v1
                kind: DaemonSet
                metadata: {name: numa-updater-hpc, labels: {app.kubernetes.io/managed-by: numaresources-operator}}
                spec:
                  template:
                    spec:
                      containers: [{name: updater, args: [--sleep-interval=10s]}]
                """);

        assertThat(Codec.OBJECTS.asYaml(Redaction.object(set))).contains("--sleep-interval=10s");
    }

    @Test
    void takesCredentialsAndAddressesOutOfLogs() {
        assertThat(Redaction.log("""
                GET https://10.96.0.1:443/api Authorization: Bearer abc.def
                password="hunter2" user=me
                jwt eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln
                group=hpc nodes=3
                """))
                .doesNotContain("10.96.0.1", "abc.def", "hunter2", "eyJ")
                .contains("group=hpc nodes=3", "user=me", "x.x.x.x");
    }

    @Test
    void anArchiveIsReadByTar() throws Exception {
        var archive = folder.resolve("a.tar.gz");
        var deep = "namespaces/numa-system/logs/" + "p".repeat(90) + "_scheduler.log";
        TarGz.write(archive, new java.util.TreeMap<>(Map.of("a.txt", "one\n", deep, "zwei ä\n")));

        assertThat(tar("-tzf", archive.toString())).isEqualTo("a.txt\n" + deep + "\n");
        assertThat(tar("-xzOf", archive.toString(), deep)).isEqualTo("zwei ä\n");
    }

    private static String tar(String... arguments) throws Exception {
        var command = new java.util.ArrayList<>(java.util.List.of("tar"));
        command.addAll(java.util.List.of(arguments));
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var text = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(text).isZero();
        return text;
    }
}
