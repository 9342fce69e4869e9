package io.numaresources.testbed.junit;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.numaresources.testbed.ControlPlane;
import io.numaresources.testbed.machine.NumaMachines;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Provides {@link NumaTestbed} classes with machines that are started on first use and closed after all classes. */
public final class NumaTestbedExtension implements ParameterResolver {

    private static final Namespace NAMESPACE = Namespace.create(NumaTestbedExtension.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        var type = parameter.getParameter().getType();
        return type == NumaMachines.class || type == ControlPlane.class || type == KubernetesClient.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        var machines = context.getRoot()
                .getStore(NAMESPACE)
                .computeIfAbsent("machines", ignored -> NumaMachines.start(), NumaMachines.class);
        var type = parameter.getParameter().getType();
        if (type == NumaMachines.class) {
            return machines;
        }
        return type == ControlPlane.class ? machines.plane() : machines.plane().client();
    }
}
