package io.numaresources.rights;

import io.numaresources.testbed.UsedRights.Use;

/**
 * One verb on one resource that a role grants the operator.
 *
 * @param role kind and name of the role, with its namespace where it has one
 * @param namespace where it holds, empty for everywhere
 * @param group API group, empty for the core group
 * @param resource plural name, with the subresource after a slash
 * @param verb as RBAC knows it
 * @param name of the only object it holds for, empty for all
 */
record ShippedRight(String role, String namespace, String group, String resource, String verb, String name)
        implements Comparable<ShippedRight> {

    /** Whether it allows what was done. No right for named objects allows to create one: the server doesn't know the name yet. */
    boolean allows(Use use) {
        return verb.equals(use.verb())
                && group.equals(use.group())
                && resource.equals(use.resource())
                && (namespace.isEmpty() || namespace.equals(use.namespace()))
                && (name.isEmpty() || name.equals(use.name()) && !verb.equals("create"));
    }

    /** How much it allows, for comparison: one object of a namespace is less than the namespace, and that less than the cluster. */
    int breadth() {
        return (namespace.isEmpty() ? 2 : 0) + (name.isEmpty() ? 1 : 0);
    }

    @Override
    public int compareTo(ShippedRight other) {
        return toString().compareTo(other.toString());
    }

    @Override
    public String toString() {
        return role + ": " + verb + " " + resource + (group.isEmpty() ? "" : "." + group)
                + (name.isEmpty() ? "" : " " + name);
    }
}
