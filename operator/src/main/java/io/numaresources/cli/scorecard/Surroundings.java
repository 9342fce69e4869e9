package io.numaresources.cli.scorecard;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Duration;

/**
 * What a test works with.
 *
 * @param client client of whoever runs the test
 * @param bundle folder of the bundle
 * @param namespace namespace of the operator
 * @param limit how long to wait for one change
 */
public record Surroundings(KubernetesClient client, Path bundle, String namespace, Duration limit) {}
