package io.mcpclient.typed;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names the resource that a method of an {@link McpToolClient} reads. The method returns
 * {@link io.mcpclient.schema.ReadResourceResult}, a list of {@link io.mcpclient.schema.ResourceContents}, the text, the bytes,
 * or a type to which the text is bound as JSON.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface McpResource {

    /**
     * URI of the resource, or a template with the arguments of the method as variables: <code>{name}</code> is
     * percent-encoded, <code>{+name}</code> keeps reserved characters such as slashes. Other operators of RFC 6570 are not
     * supported.
     */
    String value();
}
