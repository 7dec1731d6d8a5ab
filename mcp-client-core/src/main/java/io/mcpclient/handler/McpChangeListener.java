package io.mcpclient.handler;

import io.mcpclient.schema.Task;

/**
 * Listener for changes on a server. Called sequentially, on a thread that may block. Changes of a list are debounced: a
 * burst of them results in occasional calls.
 *
 * <p>Changes of lists are those visible to the application; all other changes come from the session of one principal.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/server/tools">MCP: Tools</a>
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/server/prompts">MCP: Prompts</a>
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/server/resources">MCP: Resources</a>
 */
public interface McpChangeListener {

    /**
     * The list of tools changed.
     * @param serverName configured name of the server
     */
    default void onToolsChanged(String serverName) {}

    /**
     * A tool's definition differs from the approved one, or the tool is new. Called once per definition, only if
     * definitions are pinned ({@code tools.pinning}).
     * @param change the change
     */
    default void onToolDefinitionChanged(McpToolChange change) {}

    /**
     * The list of prompts changed.
     * @param serverName configured name of the server
     */
    default void onPromptsChanged(String serverName) {}

    /**
     * The list of resources or resource templates changed.
     * @param serverName configured name of the server
     */
    default void onResourcesChanged(String serverName) {}

    /**
     * A subscribed resource, or one below it, changed.
     * @param serverName configured name of the server
     * @param uri URI of the resource, as the server names it
     */
    default void onResourceUpdated(String serverName, String uri) {}

    /**
     * A subscribed resource, or one below it, changed. Override this method to distinguish users: the change concerns the
     * subscriptions of one principal.
     * @param source server and principal
     * @param uri URI of the resource, as the server names it
     */
    default void onResourceUpdated(McpSource source, String uri) {
        onResourceUpdated(source.serverName(), uri);
    }

    /**
     * The user has completed the interaction on a web page of a URL elicitation.
     * @param serverName configured name of the server
     * @param elicitationId id that the server sent with the URL
     * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation">MCP: Elicitation</a>
     */
    default void onElicitationComplete(String serverName, String elicitationId) {}

    /**
     * The user has completed the interaction on a web page of a URL elicitation. Override this method to distinguish users.
     * @param source server and principal
     * @param elicitationId id that the server sent with the URL
     */
    default void onElicitationComplete(McpSource source, String elicitationId) {
        onElicitationComplete(source.serverName(), elicitationId);
    }

    /**
     * The state of a task on the server changed. Servers are not required to send this notification.
     * @param serverName configured name of the server
     * @param task the task as the server describes it
     */
    default void onTaskStatus(String serverName, Task task) {}

    /**
     * The state of a task on the server changed. Override this method to distinguish users.
     * @param source server and principal
     * @param task the task as the server describes it
     */
    default void onTaskStatus(McpSource source, Task task) {
        onTaskStatus(source.serverName(), task);
    }
}
