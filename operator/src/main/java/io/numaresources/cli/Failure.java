package io.numaresources.cli;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.TimeoutException;

/** Something that keeps a command from being done, as a sentence that says what to do. */
final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Failure(String sentence) {
        super(sentence);
    }

    Failure(String sentence, Throwable cause) {
        super(sentence, cause);
    }

    /** What to tell of any failure: one sentence. */
    static String sentence(Throwable failure) {
        return switch (failure) {
            case KubernetesClientException refused -> refused(refused);
            case NoSuchFileException missing -> "there is no file " + missing.getMessage() + ": correct the path";
            default -> {
                var message = failure.getMessage();
                yield message == null ? failure.toString() : firstLine(message);
            }
        };
    }

    private static String refused(KubernetesClientException refused) {
        var status = refused.getStatus();
        var told = status != null && status.getMessage() != null ? status.getMessage() : refused.getMessage();
        var said = firstLine(told == null ? refused.toString() : told);
        return switch (refused.getCode()) {
            case -1, 0 ->
                unreachable(refused)
                        ? "the API server can't be reached (" + reason(refused) + "): check --kubeconfig and --context"
                        : reason(refused);
            case 401 -> "the API server doesn't know who you are: log in again, or check --kubeconfig and --context";
            case 403 -> said + ": ask for that right";
            default -> said;
        };
    }

    private static boolean unreachable(Throwable failure) {
        return failure instanceof IOException
                || failure instanceof TimeoutException
                || failure.getCause() != null && unreachable(failure.getCause());
    }

    private static String reason(Throwable failure) {
        var deepest = failure;
        while (deepest.getCause() != null && deepest.getCause() != deepest) {
            deepest = deepest.getCause();
        }
        var message = deepest.getMessage();
        return message == null || deepest instanceof IOException && message.isBlank()
                ? deepest.getClass().getSimpleName()
                : firstLine(message);
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("").strip();
    }
}
