package io.numaresources.testbed.machine;

import io.numaresources.testbed.process.LogFile;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** QEMU's machines, resumed from frozen ones. */
record EmulatedHardware(Accelerator accelerator, Map<MachineSpec, FrozenMachine> frozen) implements Hardware {

    /** Makes the frozen machines that are not yet cached. */
    static EmulatedHardware prepare(MachineImages images, List<MachineSpec> specs) {
        var accelerator = Accelerator.ofHost();
        return new EmulatedHardware(
                accelerator,
                specs.stream()
                        .collect(Collectors.toMap(Function.identity(), spec -> images.frozen(spec, accelerator))));
    }

    @Override
    public String description() {
        return "emulated NUMA machines (" + accelerator + ")";
    }

    @Override
    public Machine start(MachineSpec spec, int host, Site site) {
        var image = frozen.get(spec);
        var folder = site.folder().path();
        var tap = "tap" + host;
        site.network().addTap(tap);
        var running = image.resume(
                folder,
                site.network().launcher(),
                List.of("-netdev", "tap,id=network,ifname=" + tap + ",script=no,downscript=no"));
        var machine = new EmulatedMachine(
                spec,
                site.network().address(host),
                site.shell(spec, host),
                new LogFile(image.qemu().console(folder)),
                running);
        machine.plugNetworkCard("52:54:00:12:%02x:%02x".formatted(site.network().number(), host));
        machine.plugDisk("seed", site.seed().write(spec, host, folder));
        return machine;
    }
}
