package io.numaresources.testbed.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The class's tests use a control plane: parameters of type {@code ControlPlane} and {@code KubernetesClient} (an administrator's) are
 * injected. All classes of a JVM share one per server version; each class finds it as new.
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(TestbedExtension.class)
public @interface Testbed {

    /** The version that the server says it has, such as {@code v1.35.0}; empty for its real one. */
    String serverVersion() default "";

    /** Whether what earlier classes left is removed before the class. */
    boolean clean() default true;
}
