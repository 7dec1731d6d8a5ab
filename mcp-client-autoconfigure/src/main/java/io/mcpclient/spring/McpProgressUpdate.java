package io.mcpclient.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.aot.hint.annotation.Reflective;

/**
 * Listens to the progress of calls, like a bean of type {@link io.mcpclient.handler.McpProgressListener}. Parameters, in any order
 * and all optional: {@link io.mcpclient.handler.McpProgress}, and {@code String} for the name of the server.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Reflective
public @interface McpProgressUpdate {

    /** Names of the servers; by default all. */
    String[] value() default {};
}
