package io.mcpclient.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.aot.hint.annotation.Reflective;

/**
 * Listens to changes of a server's list of tools. The method may have parameters of the types {@code String}, for the name of the
 * server, and {@code List<Tool>}, for the tools that the server lists now. It is not called if they cannot be listed. It may
 * block.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Reflective
public @interface McpToolListChanged {

    /** Names of the servers; by default all. */
    String[] value() default {};
}
