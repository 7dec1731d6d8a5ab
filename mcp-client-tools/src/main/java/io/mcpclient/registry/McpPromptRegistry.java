package io.mcpclient.registry;

import java.util.Map;

import reactor.core.publisher.Mono;

import io.mcpclient.McpClients;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.call.RequiredArgument;
import io.mcpclient.schema.GetPromptResult;

/**
 * The prompts of all servers in one view, under unique names. It tracks the clients: prompts appear when a server connects
 * and remain listed as unavailable while it is disconnected. Servers without the prompts capability are not queried.
 * Thread-safe.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/server/prompts">MCP: Prompts</a>
 */
public interface McpPromptRegistry extends AutoCloseable {

    /**
     * Creates a registry for clients, including clients added later.
     * @param clients the clients; closing the registry does not close them
     * @param naming naming rules for prompts
     * @return the registry
     */
    static McpPromptRegistry of(McpClients clients, McpToolNaming naming) {
        return new DefaultMcpPromptRegistry(
                RequiredArgument.of("", "of", "clients", clients), RequiredArgument.of("", "of", "naming", naming));
    }

    /**
     * Returns the current view without sending a request.
     * @return the view, never {@code null}
     */
    McpPromptSnapshot snapshot();

    /**
     * Gets a prompt with its arguments from its server and waits.
     * @param name unique name in the registry
     * @param arguments values of its arguments
     * @return its messages
     * @throws io.mcpclient.error.McpRejectedException if there is no prompt with this name, or its server is unavailable
     */
    default GetPromptResult getPrompt(String name, Map<String, String> arguments) {
        return getPrompt(name, arguments, McpCallOptions.defaults());
    }

    /**
     * Gets a prompt from its server and waits. See {@link #getPrompt(String, Map)}.
     * @param name unique name in the registry
     * @param arguments values of its arguments
     * @param options options for this call
     * @return its messages
     */
    GetPromptResult getPrompt(String name, Map<String, String> arguments, McpCallOptions options);

    /**
     * Gets a prompt from its server. See {@link #getPrompt(String, Map)}.
     * @param name unique name in the registry
     * @param arguments values of its arguments
     * @param options options for this call
     * @return its messages, or an error
     */
    Mono<GetPromptResult> getPromptReactive(String name, Map<String, String> arguments, McpCallOptions options);

    /** Lists the prompts of all connected servers again in the background, each at most once a second. */
    void refresh();

    /**
     * Lists the prompts of one server again in the background if it is connected.
     * @param server name of the server; an unknown name is ignored
     */
    void refresh(String server);

    /**
     * Adds a listener for changes of the view.
     * @param listener called on threads of the library, must not block
     */
    void addListener(McpPromptListener listener);

    /**
     * Removes a listener.
     * @param listener the listener to remove
     */
    void removeListener(McpPromptListener listener);

    /** Stops tracking the clients. The last view remains readable. Idempotent. */
    @Override
    void close();
}
