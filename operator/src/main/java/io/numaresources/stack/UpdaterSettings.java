package io.numaresources.stack;

import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.Toleration;
import io.numaresources.api.v1alpha1.Exclude;
import io.numaresources.api.v1alpha1.LogLevel;
import io.numaresources.api.v1alpha1.PodsFingerprinting;
import io.numaresources.api.v1alpha1.RefreshMode;
import io.numaresources.api.v1alpha1.Updater;
import io.numaresources.api.v1alpha1.UpdaterOverride;
import io.numaresources.api.v1alpha1.UpdaterType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** spec.updater with what a group changes of it. */
record UpdaterSettings(
        UpdaterType type,
        RefreshMode mode,
        @Nullable String period,
        boolean paused,
        PodsFingerprinting fingerprinting,
        Exclude exclude,
        @Nullable String image,
        @Nullable ResourceRequirements resources,
        List<Toleration> tolerations,
        LogLevel logLevel) {

    static UpdaterSettings of(Updater base, @Nullable UpdaterOverride group) {
        if (group == null) {
            return of(base, new UpdaterOverride(null, null, null, null, null, null, null, null));
        }
        var type = or(group.type(), base.type());
        var refresh = group.refresh();
        var exclude = or(group.exclude(), base.exclude());
        return new UpdaterSettings(
                type,
                or(refresh == null ? null : refresh.mode(), base.refresh().mode()),
                refresh == null || refresh.period() == null ? base.refresh().period() : refresh.period(),
                or(refresh == null ? null : refresh.paused(), base.refresh().paused()),
                or(group.podsFingerprinting(), base.podsFingerprinting()),
                exclude == null ? new Exclude(null, null) : exclude,
                // The image of spec.updater is one of its type.
                group.image() == null && type == base.type() ? base.image() : group.image(),
                group.resources() == null ? base.resources() : group.resources(),
                group.tolerations().isEmpty() ? base.tolerations() : group.tolerations(),
                or(group.logLevel(), base.logLevel()));
    }

    private static <T> T or(@Nullable T value, T otherwise) {
        return value == null ? otherwise : value;
    }
}
