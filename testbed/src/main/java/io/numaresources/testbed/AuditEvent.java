package io.numaresources.testbed;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Set;

/**
 * One request as the API server logged it. Texts that don't apply, such as the namespace of a cluster-scoped object, are empty.
 *
 * @param stage ResponseComplete, or ResponseStarted for a watch that goes on
 * @param verb as RBAC knows it: get, list, watch, create, update, patch, delete, deletecollection
 * @param user who asked
 * @param userAgent what the client says it is
 * @param uri the request's path and query
 * @param apiGroup empty for the core group
 * @param resource plural name
 * @param subresource such as status
 * @param namespace of the object
 * @param name of the object
 * @param code HTTP status
 * @param received when the request came
 */
public record AuditEvent(
        String stage,
        String verb,
        String user,
        String userAgent,
        String uri,
        String apiGroup,
        String resource,
        String subresource,
        String namespace,
        String name,
        int code,
        Instant received) {

    private static final Set<String> WRITES = Set.of("create", "update", "patch", "delete", "deletecollection");

    static AuditEvent of(JsonNode event) {
        var object = event.path("objectRef");
        return new AuditEvent(
                event.path("stage").asText(),
                event.path("verb").asText(),
                event.path("user").path("username").asText(),
                event.path("userAgent").asText(),
                event.path("requestURI").asText(),
                object.path("apiGroup").asText(),
                object.path("resource").asText(),
                object.path("subresource").asText(),
                object.path("namespace").asText(),
                object.path("name").asText(),
                event.path("responseStatus").path("code").asInt(),
                Instant.parse(event.path("requestReceivedTimestamp").asText()));
    }

    /** Whether it asks for a change. */
    public boolean isWrite() {
        return WRITES.contains(verb);
    }
}
