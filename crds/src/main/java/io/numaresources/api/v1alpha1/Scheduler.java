package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crdv2.generator.v1.SchemaCustomizer;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The secondary scheduler with NodeResourceTopologyMatch. */
@JsonIgnoreProperties(ignoreUnknown = true)
@ValidationRule(
        value = "self.name != 'default-scheduler'",
        fieldPath = ".name",
        message =
                "scheduler.name can not be default-scheduler, two schedulers would bind the same pods: choose another name")
@ValidationRule(
        value =
                "!has(self.profiles) || self.profiles.all(p, p.name != self.name && p.name != 'default-scheduler' && self.profiles.exists_one(o, o.name == p.name))",
        fieldPath = ".profiles",
        message = "scheduler.profiles names must be unique and neither scheduler.name nor default-scheduler")
@ValidationRule(
        value =
                "self.cacheResyncPeriod.matches('^([0-9]+([.][0-9]+)?(ms|s|m|h))+$') && duration(self.cacheResyncPeriod) >= duration('1s') && duration(self.cacheResyncPeriod).getMilliseconds() % 1000 == 0",
        fieldPath = ".cacheResyncPeriod",
        message =
                "scheduler.cacheResyncPeriod must be a duration in whole seconds of at least 1s, such as 5s: 0 would turn the cache off and ask the API server for each node of each pod")
@SchemaCustomizer(value = ItemDescription.class, input = "profiles:A further scheduler name with its own scoring.")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Scheduler(
        @JsonPropertyDescription("Whether the scheduler is installed.") @Default("true")
        Boolean enabled,

        @JsonPropertyDescription("Name that pods give in spec.schedulerName.")
        @Default("topo-aware-scheduler")
        @Size(min = 1, max = 63)
        @Pattern("^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$")
        String name,

        @JsonPropertyDescription(
                "Number of pods, one of which is active. Default: 2 where at least two nodes can hold it, else 1.")
        @Min(0)
        @Max(7)
        @Nullable
        Integer replicas,

        @JsonPropertyDescription("Image instead of the one the version matrix chooses.")
        @Size(min = 1, max = 512)
        @Nullable
        String image,

        @JsonPropertyDescription(
                "How often the topology cache compares itself with the published objects, a duration in whole seconds of at least 1s; under 5s is not advised.")
        @Default("5s")
        @Size(min = 1, max = 16)
        String cacheResyncPeriod,

        @JsonPropertyDescription("How nodes that fit are ranked.") @Default("{}")
        ScoringStrategy scoringStrategy,

        @JsonPropertyDescription("Which pods of other schedulers make a node stale until it is published again.")
        @Default("OnlyExclusiveResources")
        @UnknownAsAbsent
        ForeignPods foreignPods,

        @JsonPropertyDescription(
                "Auto: Shared from kubelet 1.34 on, Dedicated before; the wrong one stalls scheduling after a Job completes.")
        @Default("Auto")
        @UnknownAsAbsent
        InformerMode informer,

        @JsonPropertyDescription("Further scheduler names.") @Size(max = 8)
        List<SchedulerProfile> profiles,

        @JsonPropertyDescription(
                "NUMAAware needs an image and an updater that know it; where they do not, it is left out with a finding.")
        @Default("Disabled")
        @UnknownAsAbsent
        PreemptionMode preemption,

        @JsonPropertyDescription("DumpJSONFile writes the fingerprint state to /run/pfpstatus of the pod.")
        @Default("Disabled")
        @UnknownAsAbsent
        CacheDebug cacheDebug,

        @JsonPropertyDescription("Requests and limits. Default: 100m and 128Mi requested.") @Nullable
        ResourceRequirements resources,

        @JsonPropertyDescription("Where the pods run.") @Nullable
        Placement placement,

        @JsonPropertyDescription("Verbosity.") @Default("Normal") @UnknownAsAbsent
        LogLevel logLevel) {

    public Scheduler {
        enabled = enabled == null ? true : enabled;
        name = name == null ? "topo-aware-scheduler" : name;
        cacheResyncPeriod = cacheResyncPeriod == null ? "5s" : cacheResyncPeriod;
        scoringStrategy = scoringStrategy == null ? new ScoringStrategy(null, null) : scoringStrategy;
        foreignPods = foreignPods == null ? ForeignPods.ONLY_EXCLUSIVE_RESOURCES : foreignPods;
        informer = informer == null ? InformerMode.AUTO : informer;
        profiles = profiles == null ? List.of() : List.copyOf(profiles);
        preemption = preemption == null ? PreemptionMode.DISABLED : preemption;
        cacheDebug = cacheDebug == null ? CacheDebug.DISABLED : cacheDebug;
        logLevel = logLevel == null ? LogLevel.NORMAL : logLevel;
    }
}
