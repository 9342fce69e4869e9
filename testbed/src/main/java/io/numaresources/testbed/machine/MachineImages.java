package io.numaresources.testbed.machine;

import io.numaresources.testbed.binaries.Binaries;
import io.numaresources.testbed.binaries.Program;
import io.numaresources.testbed.binaries.Reported;
import io.numaresources.testbed.process.Execution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What machines run, in cached stages: Debian packages, root file system with the testbed's files, for QEMU also memory after the first boot. */
final class MachineImages {

    private static final Duration LIMIT = Duration.ofMinutes(20);
    private static final String SUITE = "bookworm";
    private static final String DISK_SIZE = "5G";
    private static final List<Program> PROGRAMS = List.of(Program.KUBELET, Program.PODRESOURCES);

    private static final List<String> PACKAGES = List.of(
            "systemd",
            "systemd-sysv",
            "linux-image-cloud-amd64",
            "containerd",
            "runc",
            "containernetworking-plugins",
            "iproute2",
            "iptables",
            "dbus",
            "kmod",
            "udev",
            "numactl",
            "openssh-server",
            "ca-certificates");

    /** Units that a test machine can do without; each costs an emulated one a second or more at boot. */
    private static final List<String> MASKED = List.of(
            "apt-daily.timer",
            "apt-daily-upgrade.timer",
            "dpkg-db-backup.timer",
            "e2scrub_all.timer",
            "e2scrub_reap.service",
            "fstrim.timer",
            "getty@tty1.service",
            "modprobe@drm.service",
            "modprobe@efi_pstore.service",
            "systemd-pstore.service");

    private final Binaries binaries;
    private final CachedFolders cached;
    private final Path sources;

    MachineImages(Binaries binaries) {
        this.binaries = binaries;
        this.cached = new CachedFolders(binaries.cache());
        this.sources = binaries.root().resolve("testbed/machine");
    }

    /** The frozen machine of a size. */
    FrozenMachine frozen(MachineSpec spec, Accelerator accelerator) {
        var disk = disk();
        var golden = new MachineSpec("frozen", spec.layout(), spec.cpusPerZone(), spec.mebibytesPerZone(), Map.of());
        var hardware = new Qemu(accelerator, golden, disk).fingerprint();
        var folder = cached.get("machine-frozen", disk.getFileName() + hardware, made -> {
            for (var file : List.of("disk.img", "vmlinuz", "initrd")) {
                Execution.require("cp", "--sparse=always", disk.resolve(file).toString(), made.toString());
            }
            Reported.step(
                    "Booting an emulated machine for the first time (once, then resumed)",
                    () -> FrozenMachine.freeze(made, new Qemu(accelerator, golden, made)));
        });
        return new FrozenMachine(folder, new Qemu(accelerator, spec, folder));
    }

    /** The root file system as a folder. */
    Path rootFolder() {
        return cached.get(
                "machine-root",
                content(),
                made -> Reported.step("Making the root file system of machines (once, then cached)", () -> fill(made)));
    }

    private Path disk() {
        return cached.get(
                "machine-disk",
                content() + MASKED + DISK_SIZE,
                made -> Reported.step("Making the disk of emulated machines (once, then cached)", () -> {
                    var root = Files.createDirectories(made.resolve("root"));
                    fill(root);
                    pack(root, made);
                }));
    }

    /** Text that differs where the root file system does. */
    private String content() {
        return String.join(
                "\n",
                packages().toString(),
                PROGRAMS.stream().map(binaries::get).toList().toString(),
                images().toString(),
                files().fingerprint());
    }

    private GuestFiles files() {
        return GuestFiles.of(Map.of(), sources.resolve("base"));
    }

    private void fill(Path root) throws IOException {
        run("tar", "-xf", packages().resolve("root.tar").toString(), "-C", root.toString());
        files().writeTo(root);
        for (var program : PROGRAMS) {
            var file = root.resolve("usr/bin").resolve(program.fileName());
            Files.copy(binaries.get(program), file);
            file.toFile().setExecutable(true, false);
        }
        writeImages(images(), Files.createDirectories(root.resolve("var/lib/testbed/images")));
        configureUnits(root);
    }

    private Path packages() {
        return cached.get(
                "machine-packages",
                SUITE + PACKAGES,
                made -> Reported.step(
                        "Installing Debian for emulated machines (once, then cached)",
                        () -> run(
                                "mmdebstrap",
                                "--quiet",
                                "--variant=minbase",
                                "--include=" + String.join(",", PACKAGES),
                                SUITE,
                                made.resolve("root.tar").toString())));
    }

    /** The images that machines have, named as the operator's default images and as the kubelet's pause image. */
    private List<ImageArchive> images() {
        var pause = binaries.get(Program.PAUSE);
        var updater = binaries.get(Program.NFD_TOPOLOGY_UPDATER);
        var scheduler = binaries.get(Program.KUBE_SCHEDULER);
        return List.of(
                new ImageArchive(NumaMachines.PAUSE_IMAGE, pause, "/usr/bin/pause"),
                new ImageArchive(
                        "registry.k8s.io/nfd/node-feature-discovery:" + binaries.featureDiscoveryVersion(),
                        updater,
                        "/usr/bin/nfd-topology-updater"),
                new ImageArchive(
                        "registry.k8s.io/scheduler-plugins/kube-scheduler:" + binaries.schedulerVersion(),
                        scheduler,
                        "/usr/bin/kube-scheduler"));
    }

    private static void writeImages(List<ImageArchive> images, Path folder) {
        for (var image : images) {
            image.write(folder.resolve(image.program().getFileName() + ".tar"));
        }
    }

    private static void configureUnits(Path root) {
        var enable = new ArrayList<>(List.of("chroot", root.toString(), "systemctl", "enable", "--quiet"));
        enable.addAll(List.of("systemd-networkd", "ssh", "containerd", "testbed-images"));
        run(enable.toArray(String[]::new));
        var mask = new ArrayList<>(List.of("chroot", root.toString(), "systemctl", "mask", "--quiet"));
        mask.addAll(MASKED);

        run(mask.toArray(String[]::new));
    }

    private static void pack(Path root, Path made) {
        run("sh", "-c", "cp " + root + "/boot/vmlinuz-* " + made.resolve("vmlinuz"));
        run("sh", "-c", "cp " + root + "/boot/initrd.img-* " + made.resolve("initrd"));
        var disk = made.resolve("disk.img").toString();
        run("mke2fs", "-q", "-t", "ext4", "-E", "lazy_itable_init=0", "-d", root.toString(), disk, DISK_SIZE);
        run("rm", "-rf", "--one-file-system", root.toString());
    }

    private static void run(String... command) {
        Execution.of(LIMIT, List.of(command)).requireSuccess();
    }
}
