package io.mcpclient.internal.era.modern;

import io.mcpclient.internal.era.DesiredSessionState;
import io.mcpclient.internal.era.IgnoredLogLevel;
import io.mcpclient.internal.era.RequestNumbers;
import io.mcpclient.internal.inbound.BoundedExecutor;
import io.mcpclient.internal.inbound.ClientFeatures;
import io.mcpclient.internal.inbound.InboundSettings;
import io.mcpclient.internal.inbound.ServerNotifications;
import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.settings.McpClientSettings;
import io.mcpclient.time.TimeSource;
import io.mcpclient.transport.TransportProvider;

/**
 * State that all sessions of one client share.
 *
 * @param context name, codec and counters of the client
 * @param settings settings of the client
 * @param inbound settings for messages of the server
 * @param features features that the client offers to the server
 * @param notifications dispatches notifications of the server
 * @param desired desired session state, until it is changed
 * @param rounds provides the input that incomplete results request
 * @param cache cache of results
 * @param toolHeaders arguments of tools that are mirrored in headers
 * @param ignoredLogLevel logs per-call log levels that are not sent
 * @param ids ids of requests, never reused (RPC-04, MRTR-07, HTM-15)
 */
record ModernClient(
        TransportProvider.Context context,
        McpClientSettings settings,
        InboundSettings inbound,
        ClientFeatures features,
        ServerNotifications notifications,
        DesiredSessionState desired,
        MultiRoundTrip rounds,
        ResponseCacheStage cache,
        ToolHeaders toolHeaders,
        IgnoredLogLevel ignoredLogLevel,
        RequestNumbers ids) {

    /**
     * Creates the shared part of one client.
     * @param ids numbers of the client's requests
     */
    static ModernClient of(
            TransportProvider.Context context,
            McpClientSettings settings,
            boolean caching,
            InboundSettings inbound,
            RequestNumbers ids) {
        ClientFeatures features = new ClientFeatures(context.serverName(), context.codec(), inbound, context.time());
        return new ModernClient(
                context,
                settings,
                inbound,
                features,
                new ServerNotifications(
                        context.serverName(), context.codec(), inbound, context.ignored(), context.time(), id -> {}),
                inbound.desired(),
                new MultiRoundTrip(
                        context.serverName(),
                        context.codec(),
                        features,
                        settings.limits().maxInputRounds(),
                        // The queue is bounded by the number of calls, each with its total timeout.
                        BoundedExecutor.ofHandlers(inbound.maxRequests(), Integer.MAX_VALUE / 2, context.time())),
                new ResponseCacheStage(context.codec(), caching, context.time()),
                new ToolHeaders(context.serverName(), context.codec()),
                new IgnoredLogLevel(context.serverName()),
                ids);
    }

    TimeSource time() {
        return this.context.time();
    }

    String name() {
        return this.context.serverName();
    }

    JsonRpcId.NumberId nextId() {
        return this.ids.next();
    }
}
