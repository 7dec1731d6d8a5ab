package io.mcpclient.internal.era.modern;

import java.util.List;

import io.mcpclient.internal.era.DesiredSessionState;
import io.mcpclient.internal.inbound.McpListeners;
import io.mcpclient.schema.ServerCapabilities;

/**
 * Changes that the application currently wants to receive from a server: list changes if there are listeners, and changes of
 * watched resources; limited to the changes that the server declares. Thread-safe.
 *
 * @see "MCP 2026-07-28, server/tools, server/prompts, server/resources, Capabilities (RES-09)"
 */
final class WantedChanges {

    private final McpListeners listeners;

    private final DesiredSessionState desired;

    private final ServerCapabilities declared;

    WantedChanges(McpListeners listeners, DesiredSessionState desired, ServerCapabilities declared) {
        this.listeners = listeners;
        this.desired = desired;
        this.declared = declared;
    }

    ListenFilter now() {
        boolean listened = !this.listeners.change().isEmpty();
        return new ListenFilter(
                listened && this.declared.notifiesToolListChanged(),
                listened && this.declared.notifiesPromptListChanged(),
                listened && this.declared.notifiesResourceListChanged(),
                this.declared.hasResourceSubscriptions()
                        ? this.desired.watched().stream().sorted().toList()
                        : List.of());
    }
}
