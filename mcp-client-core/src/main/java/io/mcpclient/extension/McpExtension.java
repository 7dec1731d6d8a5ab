package io.mcpclient.extension;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A protocol extension that an application enables for a client with
 * {@link io.mcpclient.McpClientBuilder#extension(McpExtension)}. The client declares it to the server, calls its methods only if the
 * server has declared it as well, and gives access to its API with {@link io.mcpclient.McpClient#extension(Class)} and
 * {@link io.mcpclient.ReactiveMcpClient#extension(Class)}.
 *
 * <p>Implementations are immutable and thread-safe: one instance may serve several clients.
 *
 * @param <B> blocking API of the extension
 * @param <R> reactive API of the extension
 * @see <a href="https://modelcontextprotocol.io/extensions/overview">MCP: Extensions</a>
 */
public interface McpExtension<B, R> {

    /**
     * Returns the identifier under which both sides declare the extension.
     * @return a name with a prefix, such as {@code io.modelcontextprotocol/skills}
     */
    String identifier();

    /**
     * Returns the type of the blocking API.
     * @return the type by which applications ask for it
     */
    Class<B> type();

    /**
     * Returns the type of the reactive API.
     * @return the type by which applications ask for it
     */
    Class<R> reactiveType();

    /**
     * Returns the methods that the client calls.
     * @return the methods; a call of one of them fails before it is sent if the server does not offer it
     */
    List<McpExtensionMethod> methods();

    /**
     * Returns the settings that the client declares.
     * @return plain JSON, by default empty: supported, without options
     */
    default Map<String, Object> settings() {
        return Map.of();
    }

    /**
     * Returns the revisions of the extension that this implementation knows, besides the first one. A server that declares another
     * one in the member {@code revision} of its settings counts as a server without the extension.
     * @return values of {@code revision}, by default none
     */
    default Set<String> revisions() {
        return Set.of();
    }

    /**
     * Creates the reactive API for one client. Called once per client, before it connects: the place to register listeners and
     * handlers of the context. Must not call the server.
     * @param context access to the client
     * @return the API, thread-safe
     */
    R create(McpExtensionContext context);

    /**
     * Creates the blocking API for one client.
     * @param reactive the reactive API of the same client
     * @param context access to the client
     * @return the API, thread-safe
     */
    B blocking(R reactive, McpExtensionContext context);
}
