package io.mcpclient.typed;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names the prompt that a method of an {@link McpToolClient} requests. Arguments are sent as text. The method returns
 * {@link io.mcpclient.schema.GetPromptResult}, a list of {@link io.mcpclient.schema.PromptMessage}, or the text of the messages.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface McpPrompt {

    /** Name of the prompt on the server; by default the name of the method. */
    String value() default "";
}
