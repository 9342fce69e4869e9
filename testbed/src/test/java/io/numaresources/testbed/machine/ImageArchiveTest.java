package io.numaresources.testbed.machine;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.numaresources.testbed.process.Execution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImageArchiveTest {

    @TempDir
    private Path folder;

    @Test
    void namesLayerAndConfigurationByTheirDigests() throws IOException {
        var program = Files.writeString(folder.resolve("pause"), "program");
        var archive = folder.resolve("image.tar");

        new ImageArchive("registry.example/pause:1", program, "/usr/bin/pause").write(archive);

        Execution.require("tar", "-xf", archive.toString(), "-C", folder.toString());
        var manifest = json("manifest.json").get(0);
        assertThat(manifest.at("/RepoTags/0").asText()).isEqualTo("registry.example/pause:1");
        var configuration = manifest.get("Config").asText();
        assertThat(configuration).isEqualTo(sha256(configuration) + ".json");
        var layer = manifest.at("/Layers/0").asText();
        assertThat(json(configuration).at("/rootfs/diff_ids/0").asText()).isEqualTo("sha256:" + sha256(layer));
        assertThat(json(configuration).at("/config/Entrypoint/0").asText()).isEqualTo("/usr/bin/pause");
        assertThat(Execution.require("tar", "-xOf", folder.resolve(layer).toString(), "usr/bin/pause"))
                .isEqualTo("program");
    }

    @Test
    void leavesNothingBesideTheArchive() throws IOException {
        var program = Files.writeString(folder.resolve("pause"), "program");

        new ImageArchive("registry.example/pause:1", program, "/usr/bin/pause").write(folder.resolve("image.tar"));

        try (var files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString())).containsOnly("pause", "image.tar");
        }
    }

    private JsonNode json(String name) throws IOException {
        return JsonMapper.builder().build().readTree(Files.readString(folder.resolve(name)));
    }

    private String sha256(String name) {
        return Execution.require("sha256sum", folder.resolve(name).toString()).split(" ")[0];
    }
}
