package io.mcpclient.internal.era.legacy;

import org.jspecify.annotations.Nullable;

import io.mcpclient.handler.ReactiveMcpUrlElicitationHandler;
import io.mcpclient.internal.era.DesiredSessionState;
import io.mcpclient.internal.era.IgnoredLogLevel;
import io.mcpclient.internal.inbound.ClientFeatures;
import io.mcpclient.internal.inbound.InboundSettings;
import io.mcpclient.internal.inbound.ServerNotifications;
import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.time.TimeSource;
import io.mcpclient.transport.TransportProvider;

/**
 * State that all sessions of one client share.
 *
 * @param context name, codec and counters of the client
 * @param inbound settings for messages of the server
 * @param features features that the client offers to the server
 * @param notifications dispatches notifications of the server
 * @param urlElicitation sends users to pages that a call requires, or {@code null} without a handler for them
 * @param desired desired state of each session
 * @param ignoredLogLevel logs per-call log levels, which these revisions do not support
 * @param losses detects lost sessions, and learns the responses with which this server reports them
 * @param ids generates ids of requests
 */
record LegacyClient(
        TransportProvider.Context context,
        InboundSettings inbound,
        ClientFeatures features,
        ServerNotifications notifications,
        @Nullable UrlElicitationStage urlElicitation,
        DesiredSessionState desired,
        IgnoredLogLevel ignoredLogLevel,
        LostSessions losses,
        RequestIds ids) {

    /**
     * Creates the shared part of one client.
     * @param ids generates ids of requests
     */
    static LegacyClient of(TransportProvider.Context context, InboundSettings inbound, RequestIds ids) {
        ClientFeatures features = new ClientFeatures(context.serverName(), context.codec(), inbound, context.time());
        UrlElicitationStage urlElicitation = inbound.handlers().has(ReactiveMcpUrlElicitationHandler.class)
                ? new UrlElicitationStage(features)
                : null;
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
                inbound.desired(),
                new IgnoredLogLevel(context.serverName()),
                new LostSessions(ids),
                ids);
    }

    /** Whether the server can send requests other than pings. */
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
