package io.numaresources.stack;

import io.numaresources.api.v1alpha1.PodsFingerprinting;
import io.numaresources.api.v1alpha1.UpdaterType;

/**
 * The updater of a group, as it is rendered.
 *
 * @param facts the group
 * @param settings what is asked for
 * @param image what it runs
 * @param matrixImage what it would run without a given image
 * @param period time between updates, a duration; {@code 0s} for none
 * @param fingerprinting how pods are fingerprinted, never Auto
 * @param configz whether the kubelet's live configuration is read, instead of its file
 */
record GroupUpdater(
        GroupFacts facts,
        UpdaterSettings settings,
        OperandImage image,
        OperandImage matrixImage,
        String period,
        PodsFingerprinting fingerprinting,
        boolean configz) {

    String group() {
        return facts.group().name();
    }

    UpdaterType type() {
        return settings.type();
    }

    /** Name of its DaemonSet and ConfigMap. */
    String name() {
        return "numa-updater-" + group();
    }

    /** Whether its image is of this minor or newer. */
    boolean since(int minor) {
        return image.since(minor, matrixImage);
    }
}
