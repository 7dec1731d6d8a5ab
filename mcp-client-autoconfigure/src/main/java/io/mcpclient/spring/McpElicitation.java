package io.mcpclient.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.aot.hint.annotation.Reflective;

/**
 * Handles requests of servers for input of the user, like a bean of type {@link io.mcpclient.handler.McpElicitationHandler}.
 * Parameters, in any order and all optional: {@link io.mcpclient.schema.ElicitFormParams},
 * {@link io.mcpclient.handler.McpRequestContext}, and {@code String} for the name of the server. The method returns an
 * {@link io.mcpclient.schema.ElicitResult}; or a record, bean or map, which accepts the request with that content; or
 * {@code null} or an empty {@code Optional}, which declines it; or a {@code Mono} or {@code CompletableFuture} of one of them.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Reflective
public @interface McpElicitation {

    /** Names of the servers; by default all. A method for a server takes precedence over one for all. */
    String[] value() default {};
}
