package io.mcpclient.protocol.modern;

import java.util.List;

import io.mcpclient.handler.McpListeners;
import io.mcpclient.protocol.SessionWishes;
import io.mcpclient.schema.ServerCapabilities;

/**
 * Changes that the application currently wants to receive from a server: list changes if there are listeners, and changes of
 * watched resources; limited to the changes that the server declares. Thread-safe.
 *
 * @see "MCP 2026-07-28, server/tools, server/prompts, server/resources, Capabilities (RES-09)"
 */
final class WantedChanges {

    private final McpListeners listeners;

    private final SessionWishes wishes;

    private final ServerCapabilities declared;

    WantedChanges(McpListeners listeners, SessionWishes wishes, ServerCapabilities declared) {
        this.listeners = listeners;
        this.wishes = wishes;
        this.declared = declared;
    }

    ListenFilter now() {
        boolean listened = !this.listeners.change().isEmpty();
        return new ListenFilter(
                listened && this.declared.tellsToolChanges(),
                listened && this.declared.tellsPromptChanges(),
                listened && this.declared.tellsResourceChanges(),
                this.declared.hasResourceSubscriptions()
                        ? this.wishes.resources().stream().sorted().toList()
                        : List.of());
    }
}
