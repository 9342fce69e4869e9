package io.numaresources.node;

import io.numaresources.kubelet.CpuSet;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The podresources API over the kubelet's socket, which belongs to root. */
public final class PodResourcesSocket implements PodResources {
    private static final Logger LOG = LoggerFactory.getLogger(PodResourcesSocket.class);
    private static final String SOCKET = "/pod-resources/kubelet.sock";
    private static final String METHOD = "/v1.PodResourcesLister/GetAllocatableResources";
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** {@code repeated int64 cpu_ids = 2} of AllocatableResourcesResponse (kubelet/pkg/apis/podresources/v1/api.proto). */
    private static final int CPU_IDS = 2;

    private final Host host;

    /** The socket of this host's kubelet. */
    public PodResourcesSocket(Host host) {
        this.host = host;
    }

    @Override
    public Optional<CpuSet> allocatable(String rootDirectory) {
        var address = UnixDomainSocketAddress.of(host.path(rootDirectory + SOCKET));
        try (var channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            var call = new FutureTask<>(() -> {
                channel.connect(address);
                return new UnaryCall(channel).call(METHOD);
            });
            Thread.startVirtualThread(call);
            // closing the channel ends a call that hangs
            return Optional.of(cpus(call.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)));
        } catch (IOException | ExecutionException | TimeoutException | IllegalArgumentException e) {
            LOG.atInfo().addKeyValue("reason", String.valueOf(e.getMessage())).log("no answer of podresources");
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private static CpuSet cpus(byte[] message) {
        var cpus = new TreeSet<Integer>();
        ProtoMessage.integers(message, CPU_IDS).forEach(cpu -> cpus.add(cpu.intValue()));
        return new CpuSet(cpus);
    }
}
