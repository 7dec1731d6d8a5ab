package io.mcpclient.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.aot.hint.annotation.Reflective;

/**
 * Provides the roots of the application, like a bean of type {@link io.mcpclient.handler.McpRootsProvider}. Parameters, in any
 * order and all optional: {@link io.mcpclient.handler.McpRequestContext}, and {@code String} for the name of the server. The
 * method returns a collection of {@link io.mcpclient.schema.Root}, {@code URI} or {@code String}, or a {@code Mono} or
 * {@code CompletableFuture} of it.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Reflective
public @interface McpRoots {

    /** Names of the servers; by default all. A method for a server takes precedence over one for all. */
    String[] value() default {};
}
