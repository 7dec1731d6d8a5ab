package io.mcpclient.registry;

import java.util.Map;

import reactor.core.publisher.Mono;

import io.mcpclient.McpClients;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.schema.GetPromptResult;

/**
 * The prompts of all servers in one view, under unique names. It follows the clients: prompts appear when a server connects
 * and stay listed, as unavailable, while it is away. Servers that do not offer prompts are not asked. Thread-safe.
 *
 * @see "MCP 2025-11-25, server/prompts (PRM-01, PRM-08)"
 */
public interface McpPromptRegistry extends AutoCloseable {

    /**
     * Creates a registry over clients, those that are added later included.
     * @param clients the clients; closing the registry does not close them
     * @param naming how prompts are named
     * @return the registry
     */
    static McpPromptRegistry of(McpClients clients, McpToolNaming naming) {
        return new DefaultMcpPromptRegistry(clients, naming);
    }

    /**
     * Returns the view of this moment. Costs no request.
     * @return the view, never {@code null}
     */
    McpPromptSnapshot snapshot();

    /**
     * Fills in a prompt at the server that offers it, and waits.
     * @param name unique name in the registry
     * @param arguments values of its arguments
     * @return its messages
     * @throws io.mcpclient.error.McpRejectedException if there is no prompt of this name, or its server is away
     */
    default GetPromptResult getPrompt(String name, Map<String, String> arguments) {
        return getPrompt(name, arguments, McpCallOptions.defaults());
    }

    /**
     * Fills in a prompt at the server that offers it, and waits. See {@link #getPrompt(String, Map)}.
     * @param name unique name in the registry
     * @param arguments values of its arguments
     * @param options wishes for this call
     * @return its messages
     */
    GetPromptResult getPrompt(String name, Map<String, String> arguments, McpCallOptions options);

    /**
     * Fills in a prompt at the server that offers it. See {@link #getPrompt(String, Map)}.
     * @param name unique name in the registry
     * @param arguments values of its arguments
     * @param options wishes for this call
     * @return its messages, or an error
     */
    Mono<GetPromptResult> getPromptReactive(String name, Map<String, String> arguments, McpCallOptions options);

    /** Asks all connected servers for their prompts again, in the background, each at most once a second. */
    void refresh();

    /**
     * Asks one server for its prompts again, in the background, if it is connected.
     * @param server name of the server; nothing happens if there is none of that name
     */
    void refresh(String server);

    /**
     * Adds a listener for changes of the view.
     * @param listener called on threads of the library, must not block
     */
    void addListener(McpPromptListener listener);

    /**
     * Takes a listener away.
     * @param listener the one that was added
     */
    void removeListener(McpPromptListener listener);

    /** Stops following the clients. The last view remains readable. May be called twice. */
    @Override
    void close();
}
