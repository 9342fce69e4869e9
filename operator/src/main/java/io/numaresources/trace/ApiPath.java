package io.numaresources.trace;

import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * What kind of thing a request to the API server is about, without the names in its path.
 *
 * @param group of the API; empty for the core
 * @param type in the plural, with the subresource if one is asked for; {@code other} for a path that names no type
 */
record ApiPath(String group, String type) {
    private static final ApiPath OTHER = new ApiPath("", "other");

    /** Parts of a namespace itself; anything else below one is a type. */
    private static final Set<String> OF_NAMESPACES = Set.of("status", "finalize");

    /** By the API server's scheme, also below another path, as behind a proxy. */
    static ApiPath of(String path) {
        var parts =
                Arrays.stream(path.split("/")).filter(part -> !part.isEmpty()).toList();
        for (int i = 0; i < parts.size(); i++) {
            switch (parts.get(i)) {
                case "api" -> {
                    return below("", parts, i + 2);
                }
                case "apis" -> {
                    return i + 1 < parts.size() ? below(parts.get(i + 1), parts, i + 3) : OTHER;
                }
                default -> {}
            }
        }
        return OTHER;
    }

    private static ApiPath below(String group, List<String> parts, int from) {
        if (from >= parts.size()) {
            return OTHER;
        }
        var rest = parts.subList(from, parts.size());
        boolean namespaced =
                "namespaces".equals(rest.getFirst()) && rest.size() > 2 && !OF_NAMESPACES.contains(rest.get(2));
        var named = namespaced ? rest.subList(2, rest.size()) : rest;
        return new ApiPath(group, named.size() > 2 ? named.getFirst() + "/" + named.get(2) : named.getFirst());
    }
}
