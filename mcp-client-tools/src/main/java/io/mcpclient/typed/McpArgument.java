package io.mcpclient.typed;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names an argument where the name of the parameter is not that of the argument, or is not known because the interface was
 * compiled without {@code -parameters}. A single record or map with this annotation is the value of one argument.
 */
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface McpArgument {

    /** Name of the argument. */
    String value();
}
