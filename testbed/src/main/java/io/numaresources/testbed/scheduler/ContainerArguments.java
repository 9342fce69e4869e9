package io.numaresources.testbed.scheduler;

import io.fabric8.kubernetes.api.model.Container;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The flags of a scheduler container.
 *
 * @param flags each as {@code --name=value} or {@code --name}, without the program
 */
record ContainerArguments(List<String> flags) {

    private static final Set<String> OF_THE_HOST = Set.of(
            "--config",
            "--secure-port",
            "--bind-address",
            "--cert-dir",
            "--tls-cert-file",
            "--tls-private-key-file",
            "--kubeconfig",
            "--authentication-kubeconfig",
            "--authorization-kubeconfig");

    /** Reads a container's command and args; {@code --name value} becomes {@code --name=value}. */
    static ContainerArguments of(Container container) {
        var words = new ArrayList<String>();
        var command = container.getCommand();
        words.addAll(command.isEmpty() ? command : command.subList(1, command.size()));
        words.addAll(container.getArgs());
        var flags = new ArrayList<String>();
        for (var word : words) {
            if (word.startsWith("-") || flags.isEmpty()) {
                flags.add(word);
            } else {
                flags.set(flags.size() - 1, flags.getLast() + "=" + word);
            }
        }
        return new ContainerArguments(List.copyOf(flags));
    }

    /** Value of a flag. */
    Optional<String> value(String name) {
        return flags.stream()
                .filter(flag -> flag.startsWith(name + "="))
                .map(flag -> flag.substring(name.length() + 1))
                .reduce((first, last) -> last);
    }

    /** Without those that a process on this host must be given other values for. */
    List<String> portable() {
        return flags.stream()
                .filter(flag -> !OF_THE_HOST.contains(nameOf(flag)))
                .toList();
    }

    private static String nameOf(String flag) {
        var equals = flag.indexOf('=');
        return equals < 0 ? flag : flag.substring(0, equals);
    }
}
