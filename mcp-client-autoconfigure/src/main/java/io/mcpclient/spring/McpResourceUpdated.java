package io.mcpclient.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.aot.hint.annotation.Reflective;

/**
 * Listens to changes of subscribed resources. Parameters, in any order and all optional: {@code String} for the URI of the
 * resource, and {@link io.mcpclient.handler.McpSource}, which has the name of the server.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Reflective
public @interface McpResourceUpdated {

    /** Names of the servers; by default all. */
    String[] value() default {};
}
