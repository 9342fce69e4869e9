package io.numaresources.topology;

/**
 * What a container asks for.
 *
 * @param name its name
 * @param sidecar for an init container: whether it is restartable (restartPolicy Always) and so runs beside the others
 * @param requests requests after defaulting: the API server copies a limit where there is no request
 * @param limits limits
 */
public record ContainerShape(String name, boolean sidecar, Resources requests, Resources limits) {

    /** A container whose limits are its requests. */
    public static ContainerShape exact(String name, Resources amounts) {
        return new ContainerShape(name, false, amounts, amounts);
    }

    /** The same with another amount of a resource as request and, where it is limited, as limit. */
    ContainerShape with(String resource, long amount) {
        return new ContainerShape(
                name,
                sidecar,
                requests.with(resource, amount),
                limits.has(resource) ? limits.with(resource, amount) : limits);
    }
}
