package io.mcpclient.handler;

import io.mcpclient.schema.Task;

/**
 * Learns that something changed at a server. Called one change after the other, on a thread that may block. Changes of a
 * list come together if they follow each other quickly: a storm of them is one call now and then.
 *
 * <p>Changes of lists are those that the application sees; all others come from the session of one principal.
 *
 * @see "MCP 2025-11-25, server/tools, server/prompts, server/resources (TOOL-23, PRM-08, RES-08, RES-10)"
 */
public interface McpChangeListener {

    /**
     * The list of tools changed.
     * @param serverName configured name of the server
     */
    default void onToolsChanged(String serverName) {}

    /**
     * A tool is not defined as it was approved, or was not there then. Told once for each definition, only where definitions are
     * pinned ({@code tools.pinning}).
     * @param change what has changed
     * @see "faults I01, I02"
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
     * A resource that was subscribed to changed, or one below it.
     * @param serverName configured name of the server
     * @param uri URI of the resource, as the server names it
     */
    default void onResourceUpdated(String serverName, String uri) {}

    /**
     * A resource that was subscribed to changed, or one below it. Override this one to tell users apart: the change concerns the
     * subscriptions of one principal.
     * @param source server and principal
     * @param uri URI of the resource, as the server names it
     */
    default void onResourceUpdated(McpSource source, String uri) {
        onResourceUpdated(source.serverName(), uri);
    }

    /**
     * The user is done with a web page that the server had sent them to.
     * @param serverName configured name of the server
     * @param elicitationId id that came with the address
     * @see "MCP 2025-11-25, client/elicitation (ELI-26)"
     */
    default void onElicitationComplete(String serverName, String elicitationId) {}

    /**
     * The user is done with a web page that the server had sent them to. Override this one to tell users apart.
     * @param source server and principal
     * @param elicitationId id that came with the address
     */
    default void onElicitationComplete(McpSource source, String elicitationId) {
        onElicitationComplete(source.serverName(), elicitationId);
    }

    /**
     * A task at the server has a new state. Servers need not tell (TSKL-09).
     * @param serverName configured name of the server
     * @param task the task as the server describes it
     */
    default void onTaskStatus(String serverName, Task task) {}

    /**
     * A task at the server has a new state. Override this one to tell users apart.
     * @param source server and principal
     * @param task the task as the server describes it
     */
    default void onTaskStatus(McpSource source, Task task) {
        onTaskStatus(source.serverName(), task);
    }
}
