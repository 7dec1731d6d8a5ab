package io.mcpclient.typed;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.mcpclient.McpClient;
import io.mcpclient.schema.Tool;

/**
 * Creates implementations of interfaces that are annotated with {@link McpToolClient}.
 *
 * <table>
 * <caption>Parameters of a method</caption>
 * <tr><td>any number of values</td><td>one argument each, by the name of the parameter or {@link McpArgument}; {@code null} and
 * an empty {@code Optional} are left out</td></tr>
 * <tr><td>a single record or map</td><td>all arguments, unless it is annotated with {@link McpArgument}</td></tr>
 * <tr><td>{@link io.mcpclient.call.McpCallOptions}</td><td>options for the call, {@code null} for the defaults</td></tr>
 * <tr><td>{@link io.mcpclient.handler.McpProgressListener}</td><td>receives the progress of the call</td></tr>
 * </table>
 *
 * <table>
 * <caption>Results of a method that calls a tool</caption>
 * <tr><td>record, bean, collection, any generic type</td><td>bound from the structured content or, without it, the text as
 * JSON</td></tr>
 * <tr><td>{@code String}</td><td>the text</td></tr>
 * <tr><td>{@code byte[]}</td><td>the first image, audio or embedded binary resource</td></tr>
 * <tr><td>a type of {@link io.mcpclient.schema.ContentBlock}, a list of them</td><td>the first block of that type, all
 * blocks</td></tr>
 * <tr><td>{@link io.mcpclient.schema.CallToolResult}</td><td>the result as sent, also if the tool reports a failure</td></tr>
 * <tr><td>{@code void}</td><td>nothing</td></tr>
 * <tr><td>{@code Mono<T>}, {@code CompletableFuture<T>}</td><td>one of the above, without blocking; cancelling cancels the
 * call</td></tr>
 * <tr><td>{@code Flux<McpToolEvent<T>>}, {@code Flux<McpProgress>}</td><td>progress, and in the first case the result. Of
 * progress that is not requested, 256 events are kept</td></tr>
 * </table>
 *
 * A call fails with the errors of {@link McpClient#callTool(String, Object, Class)}, {@link McpClient#readResource(String)} and
 * {@link McpClient#getPrompt}. Implementations are thread-safe, block as the methods of {@link McpClient} do, and
 * resolve nothing by reflection during a call but the method itself.
 */
public final class McpToolClientFactory {

    private McpToolClientFactory() {}

    /**
     * Creates a typed client.
     * @param type an interface that is annotated with {@link McpToolClient}; the name of the server in it need not be that of the
     *     client
     * @param client client of the server; the typed client does not close it
     * @param <T> the interface
     * @return the implementation
     * @throws io.mcpclient.error.McpConfigurationException if a method cannot be a call; the message names it
     */
    public static <T> T create(Class<T> type, McpClient client) {
        Objects.requireNonNull(client, "client");
        ToolClientHandler<T> handler = new ToolClientHandler<>(ClientMethods.of(type), () -> client);
        handler.check();
        return proxy(type, handler);
    }

    /**
     * Creates a typed client whose client is looked up for each call. Tools are compared with the methods after the first
     * call.
     * @param type an interface that is annotated with {@link McpToolClient}
     * @param client returns the client of the server, or throws the error of the call
     * @param <T> the interface
     * @return the implementation
     * @throws io.mcpclient.error.McpConfigurationException if a method cannot be a call; the message names it
     */
    public static <T> T create(Class<T> type, Supplier<McpClient> client) {
        return proxy(type, new ToolClientHandler<>(ClientMethods.of(type), client));
    }

    /**
     * Compares the tools of the server with the methods from now on, whenever the server connects or changes its tools, as
     * {@link #create(Class, McpClient)} does. Does nothing for {@link McpSchemaCheck#OFF}. To be called again when the server was
     * {@linkplain io.mcpclient.McpClients#replace replaced}, which an application with the starter need not do.
     * @param typedClient a typed client that was created here
     */
    public static void checkSchemas(Object typedClient) {
        if (Proxy.isProxyClass(typedClient.getClass())
                && Proxy.getInvocationHandler(typedClient) instanceof ToolClientHandler<?> handler) {
            handler.check();
        }
    }

    /**
     * Compares an interface with tools, for example in a test.
     * @param type an interface that is annotated with {@link McpToolClient}
     * @param tools the tools of the server
     * @return the differences, in the order of methods; empty if all methods fit
     */
    public static List<McpToolMismatch> mismatches(Class<?> type, List<Tool> tools) {
        return SchemaComparison.of(ClientMethods.of(type), tools);
    }

    private static <T> T proxy(Class<T> type, ToolClientHandler<T> handler) {
        @Nullable ClassLoader loader = type.getClassLoader();
        return type.cast(Proxy.newProxyInstance(loader, new Class<?>[] {type}, handler));
    }
}
