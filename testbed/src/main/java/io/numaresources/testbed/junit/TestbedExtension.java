package io.numaresources.testbed.junit;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.numaresources.testbed.ControlPlane;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** Provides {@link Testbed} classes with a control plane that is started on first use and closed after all classes. */
public final class TestbedExtension implements BeforeAllCallback, ParameterResolver {

    private static final Namespace NAMESPACE = Namespace.create(TestbedExtension.class);

    @Override
    public void beforeAll(ExtensionContext context) {
        var plane = plane(context);
        plane.requireAlive();
        if (annotation(context).clean()) {
            new CleanState(plane.client()).restore();
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        var type = parameter.getParameter().getType();
        return type == ControlPlane.class || type == KubernetesClient.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        var plane = plane(context);
        return parameter.getParameter().getType() == ControlPlane.class ? plane : plane.client();
    }

    private static ControlPlane plane(ExtensionContext context) {
        var version = annotation(context).serverVersion();
        return context.getRoot()
                .getStore(NAMESPACE)
                .computeIfAbsent(version, TestbedExtension::start, ControlPlane.class);
    }

    private static ControlPlane start(String version) {
        return version.isEmpty()
                ? ControlPlane.start()
                : ControlPlane.builder().serverVersion(version).start();
    }

    private static Testbed annotation(ExtensionContext context) {
        return AnnotationSupport.findAnnotation(
                        context.getRequiredTestClass(), Testbed.class, context.getEnclosingTestClasses())
                .orElseThrow(() -> new IllegalStateException(context.getRequiredTestClass() + " has no @Testbed"));
    }
}
