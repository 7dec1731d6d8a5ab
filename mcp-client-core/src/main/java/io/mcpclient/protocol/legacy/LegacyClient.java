package io.mcpclient.protocol.legacy;

import org.jspecify.annotations.Nullable;

import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.protocol.ClientFeatures;
import io.mcpclient.protocol.IgnoredLogLevel;
import io.mcpclient.protocol.InboundSettings;
import io.mcpclient.protocol.ServerNotifications;
import io.mcpclient.protocol.SessionWishes;
import io.mcpclient.support.TimeSource;
import io.mcpclient.transport.TransportProvider;

/**
 * What all sessions of one client share.
 *
 * @param context name, codec and counters of the client
 * @param inbound what it has for what the server asks and tells
 * @param features what it can do for the server
 * @param notifications the way of what the server tells
 * @param urlElicitation sends users to pages that a call depends on, or {@code null} if nobody can be sent there
 * @param wishes what each new session is told again
 * @param ignoredLogLevel notes levels of single calls, which these revisions do not have
 * @param losses tells lost sessions, and learns how this server says so
 * @param ids gives ids to requests
 */
record LegacyClient(
        TransportProvider.Context context,
        InboundSettings inbound,
        ClientFeatures features,
        ServerNotifications notifications,
        @Nullable UrlElicitationStage urlElicitation,
        SessionWishes wishes,
        IgnoredLogLevel ignoredLogLevel,
        LostSessions losses,
        RequestIds ids) {

    /**
     * Creates the shared part of one client.
     * @param ids gives ids to requests
     */
    static LegacyClient of(TransportProvider.Context context, InboundSettings inbound, RequestIds ids) {
        ClientFeatures features = new ClientFeatures(context.serverName(), context.codec(), inbound, context.time());
        UrlElicitationStage urlElicitation =
                (inbound.handlers().urlElicitation() != null) ? new UrlElicitationStage(features) : null;
        return new LegacyClient(
                context,
                inbound,
                features,
                new ServerNotifications(
                        context.serverName(), context.codec(), inbound, context.ignored(), context.time(), id -> {
                            if (urlElicitation != null) {
                                urlElicitation.onElicitationComplete(id);
                            }
                        }),
                urlElicitation,
                inbound.wishes(),
                new IgnoredLogLevel(context.serverName()),
                new LostSessions(ids),
                ids);
    }

    /** Whether a server can ask for anything but a ping. */
    boolean answersRequests() {
        return !this.inbound.handlers().isEmpty() || this.inbound.listeners().isAnyMethodHandled();
    }

    TimeSource time() {
        return this.context.time();
    }

    String name() {
        return this.context.serverName();
    }

    JsonRpcId nextId() {
        return this.ids.next();
    }
}
