package io.mcpclient.typed;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares an interface whose methods call one server. Each abstract method is a call: of the tool that {@link McpTool} names,
 * or of a tool with the name of the method, or with {@link McpResource} and {@link McpPrompt} of a resource or a prompt.
 * Default methods run as written. {@link McpToolClientFactory} creates implementations and describes the types that methods can
 * have; with the starter, an interface in the packages of the application becomes a bean.
 *
 * <pre>{@code
 * @McpToolClient("weather")
 * interface Weather {
 *
 *     @McpTool("get_forecast")
 *     Forecast forecast(String city);
 * }
 * }</pre>
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface McpToolClient {

    /** Configured name of the server. */
    String value();

    /**
     * What follows if a tool of the server does not fit its method. The tools are compared when the server connects and when
     * it changes its list of tools.
     */
    McpSchemaCheck check() default McpSchemaCheck.WARN;
}
