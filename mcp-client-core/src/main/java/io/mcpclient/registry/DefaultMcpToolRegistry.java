package io.mcpclient.registry;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpInitializationException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.SafeText;
import io.mcpclient.protocol.McpClientState;
import io.mcpclient.protocol.McpServerStatus;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.Tool;

/** Merges what {@link ServerTools} knows of each server into one snapshot, anew after every change. */
final class DefaultMcpToolRegistry implements McpToolRegistry, McpClients.Listener {

    private static final Logger logger = LoggerFactory.getLogger(DefaultMcpToolRegistry.class);

    private final McpClients clients;

    private final Map<String, ServerTools> servers = new ConcurrentSkipListMap<>();

    private final List<McpToolListener> listeners = new CopyOnWriteArrayList<>();

    private final Object merging = new Object();

    private final ToolNames names;

    private volatile McpToolSnapshot snapshot = new McpToolSnapshot(0, List.of());

    DefaultMcpToolRegistry(McpClients clients, McpToolNaming naming) {
        this.clients = clients;
        this.names = new ToolNames(naming);
        clients.addListener(this);
    }

    @Override
    public void onAdded(McpClient client) {
        ServerTools added = new ServerTools(client, this::merge);
        if (this.servers.putIfAbsent(client.name(), added) == null) {
            added.follow();
        }
    }

    @Override
    public void onRemoved(McpClient client) {
        ServerTools removed = this.servers.remove(client.name());
        if (removed != null) {
            removed.unfollow();
            merge();
        }
    }

    private void merge() {
        synchronized (this.merging) {
            this.servers.forEach((server, known) -> this.names.add(known.tools().stream()
                    .map(tool -> new ToolNames.Key(server, tool.name()))
                    .toList()));
            List<McpRegisteredTool> merged = new ArrayList<>();
            this.servers.forEach((server, known) -> {
                boolean available = known.isAvailable();
                for (Tool tool : known.tools()) {
                    String name = this.names.of(new ToolNames.Key(server, tool.name()));
                    merged.add(new McpRegisteredTool(name, server, tool, available));
                }
            });
            if (!merged.equals(this.snapshot.tools())) {
                this.snapshot = new McpToolSnapshot(this.snapshot.version() + 1, merged);
                announce(this.snapshot);
            }
        }
    }

    private void announce(McpToolSnapshot changed) {
        for (McpToolListener listener : this.listeners) {
            try {
                listener.onToolsChanged(changed);
            } catch (RuntimeException ex) {
                logger.warn("A listener for MCP tools failed", ex);
            }
        }
    }

    @Override
    public McpToolSnapshot snapshot() {
        return this.snapshot;
    }

    @Override
    public CallToolResult callTool(String name, Map<String, ?> arguments, McpCallOptions options) {
        McpRegisteredTool tool = resolve(name);
        return client(tool).callTool(tool.tool().name(), arguments, options);
    }

    @Override
    public Mono<CallToolResult> callToolReactive(String name, Map<String, ?> arguments, McpCallOptions options) {
        return Mono.defer(() -> {
            McpRegisteredTool tool = resolve(name);
            return client(tool).reactive().callTool(tool.tool().name(), arguments, options);
        });
    }

    private McpRegisteredTool resolve(String name) {
        return this.snapshot
                .find(name)
                .orElseThrow(() -> rejected(
                        "registry",
                        "no tool is named \"" + SafeText.excerpt(name) + "\"",
                        null,
                        McpRejectedException.Reason.UNKNOWN_TOOL));
    }

    /** A call for a server that is known to be away fails at once instead of waiting for the next attempt. */
    private McpClient client(McpRegisteredTool tool) {
        ServerTools server = this.servers.get(tool.server());
        if (server == null) {
            throw rejected(tool.server(), "the server was removed", null, McpRejectedException.Reason.UNAVAILABLE);
        }
        McpException failure = failedAttempt(server.client().status());
        if (failure != null) {
            throw rejected(
                    tool.server(),
                    "the server is away: " + failure.problem(),
                    failure,
                    McpRejectedException.Reason.UNAVAILABLE);
        }
        return server.client();
    }

    /**
     * Returns why the last attempt to connect failed, if others follow it in the background. After a mere loss calls go
     * through and wait for the attempt; where nothing happens in the background, a call is the attempt.
     */
    private static @Nullable McpException failedAttempt(McpServerStatus status) {
        boolean beingTriedAgain = !status.isConnected() && status.state() != McpClientState.DISCONNECTED;
        McpException error = status.lastError();
        boolean attemptFailed =
                error instanceof McpInitializationException || error instanceof McpAuthorizationException;
        return (beingTriedAgain && attemptFailed) ? error : null;
    }

    private static McpRejectedException rejected(
            String server, String problem, @Nullable Throwable cause, McpRejectedException.Reason reason) {
        return new McpRejectedException(
                McpErrorDetails.of(server, McpMethods.TOOLS_CALL, McpOutcome.NOT_SENT, problem)
                        .withCause(cause),
                reason);
    }

    @Override
    public void refresh() {
        this.servers.values().stream()
                .filter(server -> server.client().status().isConnected())
                .forEach(ServerTools::refresh);
    }

    @Override
    public void addListener(McpToolListener listener) {
        this.listeners.add(listener);
    }

    @Override
    public void removeListener(McpToolListener listener) {
        this.listeners.remove(listener);
    }

    @Override
    public void close() {
        this.clients.removeListener(this);
        this.servers.values().forEach(ServerTools::unfollow);
    }
}
