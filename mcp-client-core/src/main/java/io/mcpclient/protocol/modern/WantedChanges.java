package io.mcpclient.protocol.modern;

import java.util.List;

import io.mcpclient.handler.McpListeners;
import io.mcpclient.protocol.DesiredSessionState;
import io.mcpclient.schema.ServerCapabilities;

/**
 * Changes that the application currently wants to receive from a server: list changes if there are listeners, and changes of
 * watched resources; limited to the changes that the server declares. Thread-safe.
 *
 * @see "MCP 2026-07-28, server/tools, server/prompts, server/resources, Capabilities (RES-09)"
 */
final class WantedChanges {

    private final McpListeners listeners;

    private final DesiredSessionState wishes;

    private final ServerCapabilities declared;

    WantedChanges(McpListeners listeners, DesiredSessionState wishes, ServerCapabilities declared) {
        this.listeners = listeners;
        this.wishes = wishes;
        this.declared = declared;
    }

    ListenFilter now() {
        boolean listened = !this.listeners.change().isEmpty();
        return new ListenFilter(
                listened && this.declared.notifiesToolListChanged(),
                listened && this.declared.notifiesPromptListChanged(),
                listened && this.declared.notifiesResourceListChanged(),
                this.declared.hasResourceSubscriptions()
                        ? this.wishes.resources().stream().sorted().toList()
                        : List.of());
    }
}
