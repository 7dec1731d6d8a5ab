package io.mcpclient.internal.era;

import java.net.URI;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.transport.AuthorizedTransport;
import io.mcpclient.transport.ListenRequest;
import io.mcpclient.transport.McpTransport;
import io.mcpclient.transport.RequestScopedTransport;
import io.mcpclient.transport.SessionTransport;
import io.mcpclient.transport.StartingTransport;

/** The optional operations of transports, with what applies to transports without them. Stateless. */
public final class TransportFeatures {

    private TransportFeatures() {}

    /**
     * Returns whether every exchange has its own channel.
     * @param transport any transport
     * @return {@code false} if all exchanges share one channel
     */
    public static boolean isRequestScoped(McpTransport transport) {
        return transport.find(RequestScopedTransport.class) != null;
    }

    /**
     * Opens a stream for messages that belong to no request.
     * @param transport any transport
     * @param request headers, and the activity listener
     * @return never completes if all exchanges share one channel, which such messages use as well
     */
    public static Mono<Void> listen(McpTransport transport, ListenRequest request) {
        RequestScopedTransport scoped = transport.find(RequestScopedTransport.class);
        return (scoped != null) ? scoped.listen(request) : Mono.never();
    }

    /**
     * Ends the connection of a session.
     * @param transport any transport
     * @param headers headers that identify the session, empty if there is none
     * @return completes when it has ended
     */
    public static Mono<Void> endSession(McpTransport transport, Map<String, String> headers) {
        SessionTransport session = transport.find(SessionTransport.class);
        return (session != null) ? session.endSession(headers) : Mono.empty();
    }

    /**
     * Returns the protocol extensions that the transport itself uses.
     * @param transport any transport
     * @return identifiers, empty for most transports
     */
    public static Set<String> extensions(McpTransport transport) {
        AuthorizedTransport authorized = transport.find(AuthorizedTransport.class);
        return (authorized != null) ? authorized.extensions() : Set.of();
    }

    /**
     * Returns whether any request waits for credentials that are being obtained.
     * @param transport any transport
     * @return whether there is such a request at the moment
     */
    public static boolean isWaitingForCredentials(McpTransport transport) {
        AuthorizedTransport authorized = transport.find(AuthorizedTransport.class);
        return authorized != null && authorized.isWaitingForCredentials();
    }

    /**
     * Returns the URL of a request to an authorization server that was not answered yet.
     * @param transport any transport
     * @return the URL of one such request, {@code null} if there is none
     */
    public static @Nullable URI pendingAuthorization(McpTransport transport) {
        AuthorizedTransport authorized = transport.find(AuthorizedTransport.class);
        return (authorized != null) ? authorized.pendingAuthorization() : null;
    }

    /**
     * Returns an object that identifies the grant of the current credentials.
     * @param transport any transport
     * @return the grant, {@code null} if there is none
     */
    public static @Nullable Object grant(McpTransport transport) {
        AuthorizedTransport authorized = transport.find(AuthorizedTransport.class);
        return (authorized != null) ? authorized.grant() : null;
    }

    /**
     * Describes a server that the transport has started and that has not sent a message yet.
     * @param transport any transport
     * @return text for a message, {@code null} if there is no such server
     */
    public static @Nullable String startup(McpTransport transport) {
        StartingTransport starting = transport.find(StartingTransport.class);
        return (starting != null) ? starting.startup() : null;
    }
}
