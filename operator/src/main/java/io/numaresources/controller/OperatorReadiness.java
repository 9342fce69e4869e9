package io.numaresources.controller;

import io.javaoperatorsdk.operator.Operator;
import jakarta.inject.Singleton;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/**
 * Ready when the controllers' event sources are healthy, or when another process leads: a standby that wasn't ready would hold up the
 * rollout that is to replace the leader. Stands for the operator SDK's own check, which knows no standby.
 */
@Readiness
@Singleton
final class OperatorReadiness implements HealthCheck {
    private final Operator operator;
    private final Leadership leadership;

    OperatorReadiness(Operator operator, Leadership leadership) {
        this.operator = operator;
        this.leadership = leadership;
    }

    @Override
    public HealthCheckResponse call() {
        var response = HealthCheckResponse.named("operator");
        var controllers = operator.getRuntimeInfo();
        if (!controllers.isStarted()) {
            return response.status(leadership.waits()).build();
        }
        controllers.unhealthyEventSources().forEach((controller, sources) -> {
            if (!sources.isEmpty()) {
                response.withData(controller, "unhealthy: " + String.join(", ", sources.keySet()));
            }
        });
        return response.status(controllers.allEventSourcesAreHealthy()).build();
    }
}
