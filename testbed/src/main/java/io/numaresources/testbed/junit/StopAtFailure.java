package io.numaresources.testbed.junit;

import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/** Skips what follows a failed test, in all classes that have this extension: each finds what the one before left, and would wait for the rest in vain. */
final class StopAtFailure implements AfterEachCallback, ExecutionCondition {
    private static final Namespace NAMESPACE = Namespace.create(StopAtFailure.class);

    @Override
    public void afterEach(ExtensionContext context) {
        if (context.getExecutionException().isPresent()) {
            failed(context)
                    .compareAndSet("", context.getRequiredTestClass().getSimpleName() + "." + context.getDisplayName());
        }
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        var failed = failed(context).get();
        return failed.isEmpty()
                ? ConditionEvaluationResult.enabled("nothing failed")
                : ConditionEvaluationResult.disabled("needs what " + failed + " should have left");
    }

    @SuppressWarnings("unchecked")
    private static AtomicReference<String> failed(ExtensionContext context) {
        return context.getRoot()
                .getStore(NAMESPACE)
                .computeIfAbsent("failed", ignored -> new AtomicReference<>(""), AtomicReference.class);
    }
}
