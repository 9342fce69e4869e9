package io.numaresources.agent;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import io.numaresources.api.v1alpha1.NodeAction;
import io.numaresources.stack.StackLabels;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Pods of the agent, each for one action on one node, started by the operator without a controller. They are bound to their node, so a cordon doesn't
 * matter, and begin again after a reboot.
 *
 * <p>Inspection has no privilege. Its first container reads systemd over D-Bus as an ordinary user, to whom systemd tells its units' states and
 * nothing else; the second reads files as root without any capability and sees no socket of systemd or of the container runtime.
 */
public final class AgentPods {
    /** Where the pods are: their own, since they need what pods of the operator must not have. */
    public static final String NAMESPACE = "numa-node-agents";

    public static final String SERVICE_ACCOUNT = "numaresources-node-agent";

    /** Value of the component label. */
    public static final String COMPONENT = "node-agent";

    /** Annotation with the node's name, which may be longer than a label's value. */
    public static final String NODE = "numaresources.io/node";

    /** Where pods see the host. */
    static final String HOST = "/host";

    /** What an inspection can read of a host; a kubelet whose files are elsewhere is reported as of unknown layout. */
    static final List<String> INSPECTED = List.of("/etc", "/proc", "/sys", "/usr", "/var/lib");

    private static final long GRACE_SECONDS = 30;

    /** nobody, whom every host knows: the bus refuses a user that it can't find. */
    private static final long NOBODY = 65534;

    private AgentPods() {}

    /** Name of the pod; one of a node with a very long name is cut, with a hash at its end. */
    public static String name(NodeAction action, String node) {
        return ObjectName.of("numa-" + action.value().toLowerCase(Locale.ROOT) + "-", node);
    }

    /**
     * The pod.
     *
     * @throws IllegalArgumentException for an action that needs none
     */
    public static Pod pod(NodeAction action, AgentRequest request) {
        var spec = switch (action) {
            case INSPECT -> inspection(request);
            case APPLY -> change("apply", request);
            case ROLLBACK -> change("rollback", request);
            case NONE -> throw new IllegalArgumentException("no pod is needed for action None");
        };
        return new PodBuilder()
                .withNewMetadata()
                .withName(name(action, request.node()))
                .withNamespace(NAMESPACE)
                .withLabels(AgentObjects.labels())
                .addToLabels(StackLabels.GROUP, request.group())
                .addToAnnotations(NODE, request.node())
                .endMetadata()
                .withSpec(spec)
                .build();
    }

    private static PodSpecBuilder common(AgentRequest request) {
        return new PodSpecBuilder()
                .withNodeName(request.node())
                .withServiceAccountName(SERVICE_ACCOUNT)
                .withAutomountServiceAccountToken(true)
                .withEnableServiceLinks(false)
                .withRestartPolicy("OnFailure")
                .withActiveDeadlineSeconds(request.deadline().toSeconds())
                .withTerminationGracePeriodSeconds(GRACE_SECONDS)
                .withImagePullSecrets(request.imagePullSecrets())
                .addNewToleration()
                .withOperator("Exists")
                .endToleration()
                .addToVolumes(scratch("tmp"));
    }

    /** Asks for nothing, so that a full node can be inspected without another pod being evicted for it. */
    private static PodSpec inspection(AgentRequest request) {
        var mounts = new ArrayList<VolumeMount>();
        var spec = common(request).addToVolumes(scratch("facts")).addToVolumes(host("run", "/run"));
        mounts.add(mount("facts", "/facts").withReadOnly(true).build());
        for (String path : INSPECTED) {
            String name = path.substring(1).replace('/', '-');
            spec.addToVolumes(host(name, path));
            mounts.add(readOnly(name, HOST + path));
        }
        var resources = new ResourceRequirementsBuilder()
                .addToRequests("cpu", new Quantity("0"))
                .addToRequests("memory", new Quantity("0"))
                .addToLimits("memory", new Quantity("256Mi"))
                .build();
        var units = container("units", request, List.of("node", "units", "--facts=/facts/units.json"), resources)
                .addToVolumeMounts(
                        mount("facts", "/facts").build(),
                        readOnly("run", HOST + "/run"),
                        readOnly("etc", HOST + "/etc"))
                .withNewSecurityContextLike(unprivileged(NOBODY).getSecurityContext())
                // the runtimes' default profile for AppArmor lets nobody speak to D-Bus
                .withNewAppArmorProfile()
                .withType("Unconfined")
                .endAppArmorProfile()
                .endSecurityContext()
                .build();
        var inspect = container("inspect", request, List.of("node", "inspect", "--facts=/facts/units.json"), resources)
                .addAllToVolumeMounts(mounts)
                .withNewSecurityContextLike(unprivileged(0).getSecurityContext())
                .endSecurityContext()
                .build();
        return spec.withInitContainers(units).withContainers(inspect).build();
    }

    /** SELinux lets only spc_t read the host's files; elsewhere the option means nothing. */
    private static Container unprivileged(long user) {
        return new ContainerBuilder()
                .withNewSecurityContext()
                .withRunAsUser(user)
                .withRunAsGroup(user)
                .withRunAsNonRoot(user != 0)
                .withPrivileged(false)
                .withAllowPrivilegeEscalation(false)
                .withReadOnlyRootFilesystem(true)
                .withNewCapabilities()
                .withDrop("ALL")
                .endCapabilities()
                .withNewSeccompProfile()
                .withType("RuntimeDefault")
                .endSeccompProfile()
                .withNewSeLinuxOptions()
                .withType("spc_t")
                .endSeLinuxOptions()
                .endSecurityContext()
                .build();
    }

    private static PodSpec change(String command, AgentRequest request) {
        var resources = new ResourceRequirementsBuilder()
                .addToRequests("cpu", new Quantity("20m"))
                .addToRequests("memory", new Quantity("96Mi"))
                .addToLimits("memory", new Quantity("256Mi"))
                .build();
        var arguments = List.of(
                "node", command, "--rollback-after=" + request.rollbackAfter().toSeconds() + "s");
        var agent = container("agent", request, arguments, resources)
                .addToVolumeMounts(mount("host", HOST)
                        .withMountPropagation("HostToContainer")
                        .build())
                .withNewSecurityContext()
                .withRunAsUser(0L)
                .withRunAsGroup(0L)
                .withPrivileged(true)
                .withReadOnlyRootFilesystem(true)
                .endSecurityContext()
                .build();
        return common(request)
                .withPriorityClassName("system-node-critical")
                .addToVolumes(host("host", "/"))
                .withContainers(agent)
                .build();
    }

    private static ContainerBuilder container(
            String name, AgentRequest request, List<String> arguments, ResourceRequirements resources) {
        return new ContainerBuilder()
                .withName(name)
                .withImage(request.image())
                .withArgs(arguments)
                .withEnv(
                        value("NODE_NAME", request.node()),
                        value("KUBELET_VERSION", request.kubeletVersion()),
                        // dbus-java connects to no bus of a machine without an id, and an image has none
                        value("DBUS_MACHINE_ID_LOCATION", HOST + "/etc/machine-id"),
                        hostAddress())
                .withResources(resources)
                .withTerminationMessagePolicy("FallbackToLogsOnError")
                .withVolumeMounts(mount("tmp", "/tmp").build());
    }

    private static EnvVar value(String name, String value) {
        return new EnvVarBuilder().withName(name).withValue(value).build();
    }

    private static EnvVar hostAddress() {
        return new EnvVarBuilder()
                .withName("HOST_IP")
                .withNewValueFrom()
                .withNewFieldRef("v1", "status.hostIP")
                .endValueFrom()
                .build();
    }

    private static Volume scratch(String name) {
        return new VolumeBuilder()
                .withName(name)
                .withNewEmptyDir()
                .withNewSizeLimit("64Mi")
                .endEmptyDir()
                .build();
    }

    private static Volume host(String name, String path) {
        return new VolumeBuilder()
                .withName(name)
                .withNewHostPath(path, "Directory")
                .build();
    }

    private static VolumeMount readOnly(String name, String path) {
        return mount(name, path).withReadOnly(true).build();
    }

    private static VolumeMountBuilder mount(String name, String path) {
        return new VolumeMountBuilder().withName(name).withMountPath(path);
    }
}
