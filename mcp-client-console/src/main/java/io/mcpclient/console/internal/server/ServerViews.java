package io.mcpclient.console.internal.server;

import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.auth.McpAuthorizationRequest;
import io.mcpclient.auth.McpAuthorizations;
import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.console.internal.wire.WireLog;
import io.mcpclient.error.McpException;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.schema.Implementation;
import io.mcpclient.spring.McpServers;
import io.mcpclient.status.McpClientStatus;
import io.mcpclient.status.McpServerDescription;
import io.mcpclient.transport.McpPeer;

/** Describes servers from memory: no request to any of them is made. */
public final class ServerViews {

    private final McpClients clients;

    private final ObjectProvider<McpServers> servers;

    private final McpToolRegistry tools;

    private final ObjectProvider<McpAuthorizations> authorizations;

    private final WireLog wire;

    /**
     * Creates an instance.
     * @param clients all clients
     * @param servers knows disabled servers
     * @param tools all tools
     * @param authorizations pending authorizations
     * @param wire recent requests
     */
    public ServerViews(
            McpClients clients,
            ObjectProvider<McpServers> servers,
            McpToolRegistry tools,
            ObjectProvider<McpAuthorizations> authorizations,
            WireLog wire) {
        this.clients = clients;
        this.servers = servers;
        this.tools = tools;
        this.authorizations = authorizations;
        this.wire = wire;
    }

    /** Describes all servers for a user, in the order of their names, disabled ones last. */
    List<ServerView> all(String user) {
        List<ServerView> views = new ArrayList<>();
        this.clients.all().forEach(client -> views.add(of(client, user)));
        McpServers changeable = this.servers.getIfAvailable();
        if (changeable != null) {
            changeable.disabled().stream()
                    .filter(name -> this.clients.find(name).isEmpty())
                    .forEach(name -> views.add(ServerView.disabled(name)));
        }
        return views;
    }

    ServerView of(McpClient client, String user) {
        McpClientStatus status = client.status();
        McpServerDescription server = status.server();
        McpException error = status.isConnected() ? null : status.lastError();
        return new ServerView(
                client.name(),
                status.state().name(),
                millis(status.since()),
                (server != null) ? server.era().label() : null,
                status.eraReason(),
                (server != null) ? server.protocolVersion() : null,
                identity(server),
                peer(status.peer()),
                status.inFlight(),
                this.tools.snapshot().ofServer(client.name()).size(),
                (error != null) ? error.problem() : null,
                (error != null) ? error.remedy() : null,
                millis(status.nextAttempt()),
                counters(status),
                this.wire.latencies(client.name()),
                authorizations(client.name(), user));
    }

    private static @Nullable Long millis(@Nullable Instant time) {
        return (time != null) ? time.toEpochMilli() : null;
    }

    private static ServerView.@Nullable Identity identity(@Nullable McpServerDescription server) {
        Implementation info = (server != null) ? server.serverInfo() : null;
        return (server != null && info != null)
                ? new ServerView.Identity(info.name(), info.title(), info.version(), server.instructions())
                : null;
    }

    private static @Nullable String peer(McpPeer peer) {
        String address = peer.address();
        Integer port = peer.port();
        if (address == null) {
            return peer.networkTransport();
        }
        return (port != null) ? address + ":" + port : address;
    }

    private static ServerView.Counters counters(McpClientStatus status) {
        return new ServerView.Counters(
                status.statistics().connects(),
                status.statistics().reconnects(),
                status.statistics().failedAttempts(),
                status.resilience().retries(),
                status.totalIgnoredMessages(),
                status.resilience().circuit().name());
    }

    /** Those of the application's own account are for all users of the console, those of a user for that user. */
    private List<ServerView.Authorization> authorizations(String server, String user) {
        return this.authorizations.stream()
                .flatMap(one -> one.pending().stream())
                .filter(request -> request.serverName().equals(server))
                .filter(request -> isFor(request.principal(), user))
                .map(ServerViews::authorization)
                .toList();
    }

    private static boolean isFor(McpPrincipal principal, String user) {
        return user.isEmpty()
                || principal.equals(McpPrincipal.APPLICATION)
                || principal.loginName().equals(user);
    }

    /** The page that redirects to the authorization server binds the request to the browser. */
    private static ServerView.Authorization authorization(McpAuthorizationRequest request) {
        URI callback = request.redirectUri();
        return new ServerView.Authorization(
                request.issuer(),
                request.scopes(),
                (callback != null)
                        ? callback.resolve("authorize/" + request.id()).toString()
                        : request.url().toString(),
                request.userCode(),
                request.expiresAt().toEpochMilli());
    }
}
