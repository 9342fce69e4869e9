package io.numaresources.testbed.machine;

import io.numaresources.testbed.process.Execution;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** What runs the instructions of emulated machines. */
enum Accelerator {
    KVM("kvm"),
    SOFTWARE("tcg,thread=multi"),
    ;

    /** Environment variable that, when it is {@code true}, leaves KVM alone. */
    static final String WITHOUT_KVM = "TESTBED_WITHOUT_KVM";

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final String argument;

    Accelerator(String argument) {
        this.argument = argument;
    }

    String argument() {
        return argument;
    }

    /** Whether there is a KVM that may run Debian's kernel; nested below another hypervisor PVM takes its place, which emulates foreign kernels. */
    static boolean mayBeKvm() {
        return !"true".equals(System.getenv(WITHOUT_KVM))
                && Files.isWritable(Path.of("/dev/kvm"))
                && !Files.exists(Path.of("/sys/module/kvm_pvm"));
    }

    /** KVM where a machine can be created with it: the device alone says little, nested virtualization often lacks something. */
    static Accelerator ofHost() {
        if (!mayBeKvm()) {
            return SOFTWARE;
        }
        var probe = "echo quit | qemu-system-x86_64 -machine q35 -accel kvm -cpu max -m 64 -nodefaults -display none -S"
                + " -monitor stdio";
        return Execution.of(LIMIT, List.of("sh", "-c", probe)).succeeded() ? KVM : SOFTWARE;
    }
}
