package io.numaresources.testbed.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The class's tests use two NUMA machines: parameters of type {@code NumaMachines}, {@code ControlPlane} and
 * {@code KubernetesClient} (an administrator's) are injected. All classes of a JVM share them, and each finds what the one before left; so
 * after the first test that fails the others are skipped.
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith({NumaTestbedExtension.class, StopAtFailure.class})
public @interface NumaTestbed {}
