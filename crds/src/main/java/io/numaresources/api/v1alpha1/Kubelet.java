package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.ValidationRule;
import org.jspecify.annotations.Nullable;

/** What the kubelets of a group must run with. */
@JsonIgnoreProperties(ignoreUnknown = true)
@ValidationRule(
        value =
                "self.topologyManager.policy != 'single-numa-node' || !has(self.cpuManager.options) || !has(self.cpuManager.options.alignBySocket) || !self.cpuManager.options.alignBySocket",
        fieldPath = ".cpuManager.options.alignBySocket",
        message =
                "cpuManager.options.alignBySocket can not be used with topologyManager.policy single-numa-node, the kubelet refuses it: set alignBySocket to false or choose another policy")
@ValidationRule(
        value =
                "self.memoryManager.policy != 'Static' || self.topologyManager.policy == 'none' || self.cpuManager.policy == 'static' || self.topologyManager.policy != 'single-numa-node'",
        fieldPath = ".cpuManager.policy",
        message =
                "topologyManager.policy single-numa-node aligns CPUs only with cpuManager.policy static: set it, or choose another topology policy")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Kubelet(
        @JsonPropertyDescription(
                "Who writes the configuration. Auto: MachineConfig where that API exists, None on managed or immutable systems, else NodeAgent.")
        @Default("Auto")
        @UnknownAsAbsent
        KubeletProvider provider,

        @JsonPropertyDescription("Topology manager.") @Default("{}")
        TopologyManager topologyManager,

        @JsonPropertyDescription("CPU manager.") @Default("{}")
        CpuManager cpuManager,

        @JsonPropertyDescription("Memory manager.") @Default("{}")
        MemoryManager memoryManager,

        @JsonPropertyDescription("CPUs and memory kept back for the system; computed per node where absent.") @Nullable
        Reserved reserved,

        @JsonPropertyDescription(
                "Restore puts the former configuration back, node by node, when the group or the resource is deleted; Keep leaves the kubelets as they are.")
        @Default("Restore")
        @UnknownAsAbsent
        OnDelete onDelete) {

    public Kubelet {
        provider = provider == null ? KubeletProvider.AUTO : provider;
        topologyManager = topologyManager == null ? new TopologyManager(null, null, null) : topologyManager;
        cpuManager = cpuManager == null ? new CpuManager(null, null, null) : cpuManager;
        memoryManager = memoryManager == null ? new MemoryManager(null) : memoryManager;
        onDelete = onDelete == null ? OnDelete.RESTORE : onDelete;
    }
}
