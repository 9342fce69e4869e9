package io.numaresources.controller;

import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.numaresources.explain.NodePlace.NodeTaint;
import io.numaresources.guard.NodeMark;
import io.numaresources.openshift.MachineNode;
import io.numaresources.platform.CandidateFeed;
import io.numaresources.platform.Inventory;
import io.numaresources.platform.NodeView;
import io.numaresources.platform.NodeViewList;
import io.numaresources.platform.OptionalKinds;
import io.numaresources.platform.TopologyView;
import io.numaresources.platform.TopologyViewList;
import io.numaresources.stack.NodeFacts;
import io.numaresources.stack.TopologyFacts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Everything the operator watches besides its own resource: nodes, topologies and owned objects, each as little as is used.
 * The informer of topologies starts when their CRD is established, which may be long after the operator.
 */
final class ClusterView {
    static final String TOPOLOGY_CRD = "noderesourcetopologies.topology.node.k8s.io";
    private static final long PAGE = 500;

    private final KubernetesClient client;
    private final String namespace;
    private final Inventory<NodeView, NodeFacts> nodes;
    private final Inventory<TopologyView, TopologyFacts> topologies;
    private final SharedIndexInformer<NodeView> nodeInformer;
    private final SharedIndexInformer<CustomResourceDefinition> crdInformer;
    private final OwnedObjects owned;
    private final CandidateFeed candidates;
    private final AtomicReference<Runnable> signal = new AtomicReference<>(() -> {});
    private final AtomicReference<Consumer<String>> amounts = new AtomicReference<>(node -> {});
    private final Inventory<NodeView, Optional<MachineNode>> machines;
    private final Inventory<NodeView, Marked> marks;
    private final OptionalKinds kinds;
    private @Nullable SharedIndexInformer<TopologyView> topologyInformer;

    /** This operator's taints on a node. */
    private record Marked(String node, Set<NodeTaint> marks) {}

    /**
     * @param candidates what also hears of nodes and topologies
     * @param betweenDiscoveries time between two looks at which optional kinds are served
     */
    ClusterView(KubernetesClient client, String namespace, CandidateFeed candidates, Duration betweenDiscoveries) {
        this.client = client;
        this.namespace = namespace;
        this.candidates = candidates;
        // watch events are decoded by their kind, so the slim views replace the whole models in this process
        client.getKubernetesSerialization().registerKubernetesResource(NodeView.class);
        client.getKubernetesSerialization().registerKubernetesResource(TopologyView.class);
        nodes = new Inventory<>(NodeView::facts, this::changed);
        topologies = new Inventory<>(view -> view.facts(namespace), this::changed);
        nodeInformer = client.resources(NodeView.class, NodeViewList.class)
                .withLimit(PAGE)
                .runnableInformer(0);
        nodes.follow(nodeInformer);
        machines =
                new Inventory<NodeView, Optional<MachineNode>>(NodeView::machine, this::changed).follow(nodeInformer);
        marks = new Inventory<NodeView, Marked>(
                        node -> new Marked(node.getMetadata().getName(), NodeMark.of(node.taints())), this::changed)
                .follow(nodeInformer);
        kinds = new OptionalKinds(client, betweenDiscoveries, this::changed);
        nodeInformer.addEventHandler(candidates.nodes());
        crdInformer = client.apiextensions()
                .v1()
                .customResourceDefinitions()
                .withField("metadata.name", TOPOLOGY_CRD)
                .runnableInformer(0);
        new Inventory<CustomResourceDefinition, CustomResourceDefinition>(Function.identity(), this::topologyCrdChanged)
                .follow(crdInformer);
        owned = new OwnedObjects(client, namespace, this::changed);
    }

    /** Starts all informers and returns when their caches are filled. */
    void start(Runnable onNews) {
        signal.set(onNews);
        var starting = new ArrayList<CompletionStage<Void>>(owned.start());
        starting.add(nodeInformer.start());
        starting.add(crdInformer.start());
        CompletableFuture.allOf(starting.stream()
                        .map(CompletionStage::toCompletableFuture)
                        .toArray(CompletableFuture[]::new))
                .join();
        kinds.start();
        topologyCrdChanged();
    }

    void stop() {
        signal.set(() -> {});
        nodeInformer.stop();
        crdInformer.stop();
        kinds.stop();
        owned.stop();
        stopTopologies();
    }

    Collection<NodeFacts> nodes() {
        return nodes.all();
    }

    Map<String, TopologyFacts> topologies() {
        return topologies.all().stream().collect(Collectors.toMap(TopologyFacts::name, Function.identity()));
    }

    /** The topology of a node, where it has one. */
    synchronized Optional<TopologyView> topology(String node) {
        return Optional.ofNullable(topologyInformer)
                .flatMap(informer -> Optional.ofNullable(informer.getIndexer().getByKey(node)));
    }

    /** Has a listener called with each node that publishes other amounts than before, from the informer's thread. */
    void onAmounts(Consumer<String> listener) {
        amounts.set(listener);
    }

    /** What the machine-config daemon wrote on nodes, by node. */
    Map<String, MachineNode> machines() {
        return machines.all().stream()
                .flatMap(Optional::stream)
                .collect(Collectors.toMap(MachineNode::name, Function.identity()));
    }

    /** This operator's taints, by node that has some. */
    Map<String, Set<NodeTaint>> marked() {
        return marks.all().stream()
                .filter(node -> !node.marks().isEmpty())
                .collect(Collectors.toMap(Marked::node, Marked::marks));
    }

    /** Kinds that only some clusters have. */
    OptionalKinds kinds() {
        return kinds;
    }

    OwnedObjects owned() {
        return owned;
    }

    Optional<CustomResourceDefinition> topologyCrd() {
        return Optional.ofNullable(crdInformer.getIndexer().getByKey(TOPOLOGY_CRD));
    }

    boolean topologyCrdEstablished() {
        return topologyCrd()
                .filter(crd -> crd.getStatus() != null && crd.getStatus().getConditions() != null)
                .stream()
                .flatMap(crd -> crd.getStatus().getConditions().stream())
                .anyMatch(
                        condition -> "Established".equals(condition.getType()) && "True".equals(condition.getStatus()));
    }

    /** Tells that something is to be looked at. */
    void changed() {
        signal.get().run();
    }

    private void topologyCrdChanged() {
        if (topologyCrdEstablished()) {
            startTopologies();
        } else {
            stopTopologies();
        }
        changed();
    }

    private synchronized void startTopologies() {
        if (topologyInformer == null) {
            var informer = client.resources(TopologyView.class, TopologyViewList.class)
                    .withLimit(PAGE)
                    .runnableInformer(0);
            topologies.follow(informer);
            informer.addEventHandler(candidates.topologies());
            informer.addEventHandler(new ResourceEventHandler<>() {
                @Override
                public void onAdd(TopologyView topology) {
                    // nothing is published otherwise than before
                }

                @Override
                public void onUpdate(TopologyView before, TopologyView topology) {
                    if (!topology.published().equals(before.published())) {
                        amounts.get().accept(topology.getMetadata().getName());
                    }
                }

                @Override
                public void onDelete(TopologyView topology, boolean finalStateUnknown) {
                    // its node is audited no more once it has left its group
                }
            });
            informer.start();
            topologyInformer = informer;
        }
    }

    private synchronized void stopTopologies() {
        if (topologyInformer != null) {
            topologyInformer.stop();
            topologies.clear();
            candidates.clearTopologies();
            topologyInformer = null;
        }
    }
}
