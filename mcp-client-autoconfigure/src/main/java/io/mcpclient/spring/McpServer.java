package io.mcpclient.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.beans.factory.annotation.Qualifier;

/**
 * Qualifier for an MCP server. At an injection point it selects the client of that server; on a bean of type
 * {@link McpClientCustomizer}, {@link io.mcpclient.call.McpInterceptor}, {@link io.mcpclient.call.McpToolInterceptor} or
 * {@link io.mcpclient.call.McpToolApproval}, on a listener, on an {@link io.mcpclient.transport.McpServerResolver}, or on a handler for requests of servers, it restricts the bean to that server; the application does not start if no such server is configured.
 *
 * <p>On {@link McpConnectionDetails} it adds the server, even without properties.
 *
 * <pre>{@code
 * Forecasts(@McpServer("weather") McpClient client) { … }
 * }</pre>
 */
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Qualifier
public @interface McpServer {

    /**
     * Returns the name of the server.
     * @return the name as in {@code mcp.servers.<name>}
     */
    String value();
}
