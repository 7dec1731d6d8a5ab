package io.mcpclient.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.aot.hint.annotation.Reflective;

/**
 * Handles requests of servers for a message of a model, like a bean of type {@link io.mcpclient.handler.McpSamplingHandler}.
 * Parameters, in any order and all optional: {@link io.mcpclient.schema.CreateMessageParams},
 * {@link io.mcpclient.handler.McpRequestContext}, and {@code String} for the name of the server. The method returns a
 * {@link io.mcpclient.schema.CreateMessageResult}, or a {@code Mono} or {@code CompletableFuture} of it.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Reflective
public @interface McpSampling {

    /** Names of the servers; by default all. A method for a server takes precedence over one for all. */
    String[] value() default {};
}
