package io.numaresources.node;

import io.numaresources.agent.Configurations;
import io.numaresources.api.v1alpha1.KubeletConfiguration;
import io.numaresources.kubelet.NormalForm;
import io.numaresources.kubelet.OwnedConfiguration;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The configuration that a kubelet runs.
 *
 * @param fields in the form of the kubelet's own JSON
 * @param source where they were read
 */
record Live(Map<String, ?> fields, Source source) {
    private static final Logger LOG = LoggerFactory.getLogger(Live.class);

    /** Where a configuration was read. */
    enum Source {
        CONFIGZ("Configz"),
        FILES("Files");

        private final String value;

        Source(String value) {
            this.value = value;
        }

        String value() {
            return value;
        }
    }

    /** Asks the kubelet; where that isn't allowed, reads its files. Absent while it doesn't answer. */
    static Optional<Live> read(Host host, KubeletInspection kubelet, Configz configz) {
        var files = ConfigurationFiles.effective(host, kubelet);
        return switch (configz.ask(ConfigurationFiles.port(files))) {
            case Configz.Answer.Told(var fields) -> Optional.of(new Live(fields, Source.CONFIGZ));
            case Configz.Answer.Refused() -> Optional.of(new Live(files, Source.FILES));
            case Configz.Answer.Silent(var why) -> {
                LOG.atInfo().addKeyValue("reason", why).log("the kubelet does not tell its configuration");
                yield Optional.empty();
            }
        };
    }

    KubeletConfiguration owned() {
        return Configurations.live(fields);
    }

    /** Hash of what it means, to be compared with that of the wanted one; absent where a value can't be read. */
    Optional<String> hash(Optional<OwnedConfiguration> wanted) {
        try {
            return Optional.of(NormalForm.of(fields, wanted.orElseGet(() -> Configurations.owned(owned())))
                    .hash());
        } catch (IllegalArgumentException e) {
            LOG.atWarn().addKeyValue("reason", e.getMessage()).log("the kubelet's configuration can't be read");
            return Optional.empty();
        }
    }

    String policy() {
        return text("topologyManagerPolicy", "none");
    }

    String scope() {
        return text("topologyManagerScope", "container");
    }

    private String text(String field, String absent) {
        Object value = fields.get(field);
        return value == null || value.toString().isEmpty() ? absent : value.toString();
    }
}
