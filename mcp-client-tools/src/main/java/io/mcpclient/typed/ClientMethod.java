package io.mcpclient.typed;

import java.lang.reflect.Method;

import org.jspecify.annotations.Nullable;

import io.mcpclient.McpClient;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpConfigurationException;

/**
 * One method of an interface, and the call that it is.
 *
 * @param name the method, as in {@code Weather.forecast}
 * @param tool name of the tool, or {@code null} if the method calls none
 * @param arguments what becomes of its parameters
 * @param returned its type
 * @param exchange the call
 */
record ClientMethod(
        String name, @Nullable String tool, MethodArguments arguments, ReturnedType returned, ClientExchange exchange) {

    static ClientMethod of(String server, Class<?> type, Method method) {
        String name = type.getSimpleName() + "." + method.getName();
        Invalid invalid = (problem, remedy) -> new McpConfigurationException(server, name, problem, remedy);
        McpResource resource = method.getAnnotation(McpResource.class);
        McpPrompt prompt = method.getAnnotation(McpPrompt.class);
        McpTool tool = method.getAnnotation(McpTool.class);
        if ((resource != null && prompt != null) || (tool != null && (resource != null || prompt != null))) {
            throw invalid.of(
                    "is annotated as two kinds of calls", "Keep one of @McpTool, @McpResource and @McpPrompt.");
        }
        ReturnedType returned = ReturnedType.of(type, method, invalid);
        MethodArguments arguments = MethodArguments.of(type, method, invalid);
        if (resource != null) {
            UriPattern pattern = UriPattern.of(resource.value(), arguments, invalid);
            return new ClientMethod(
                    name, null, arguments, returned, new ResourceExchange(server, pattern, returned.value()));
        }
        if (prompt != null) {
            String called = prompt.value().isEmpty() ? method.getName() : prompt.value();
            return new ClientMethod(
                    name, null, arguments, returned, PromptExchange.of(called, returned.value(), invalid));
        }
        String called = (tool == null || tool.value().isEmpty()) ? method.getName() : tool.value();
        return new ClientMethod(name, called, arguments, returned, ToolExchange.of(called, returned.value()));
    }

    @Nullable
    Object invoke(ClientExchange exchange, McpClient client, @Nullable Object[] values) {
        McpCallOptions options = this.arguments.options(values);
        Object converted = this.arguments.of(values);
        return this.returned.style().invoke(exchange, client, converted, options);
    }

    /** Creates the error for a method that cannot be a call. */
    @FunctionalInterface
    interface Invalid {

        McpConfigurationException of(String problem, String remedy);
    }
}
