package io.mcpclient.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.context.annotation.Import;

import io.mcpclient.typed.McpToolClient;

/**
 * Names the packages in which interfaces with {@link McpToolClient} are searched, instead of the packages of the application.
 * To be put on a configuration class.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Import(McpToolClientPackages.Registrar.class)
public @interface McpToolClientScan {

    /** The packages, subpackages included; without any, the package of the annotated class. */
    String[] value() default {};

    /** Classes whose packages are searched, a safer way to name them. */
    Class<?>[] basePackageClasses() default {};
}
