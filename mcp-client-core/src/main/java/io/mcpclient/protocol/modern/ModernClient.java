package io.mcpclient.protocol.modern;

import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLong;

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
 * @param settings what the client says of itself
 * @param inbound what it has for what the server asks and tells
 * @param features what it can do for the server
 * @param notifications the way of what the server tells
 * @param wishes what the application has asked for, until it says otherwise
 * @param rounds answers what unfinished results ask for
 * @param cache results that may be used again
 * @param toolHeaders arguments of tools that are repeated in headers
 * @param ignoredLogLevel notes levels of single calls that are not sent
 * @param ids the last id given to a request
 */
record ModernClient(
        TransportProvider.Context context,
        ModernSettings settings,
        InboundSettings inbound,
        ClientFeatures features,
        ServerNotifications notifications,
        SessionWishes wishes,
        InputRounds rounds,
        ResultCache cache,
        ToolHeaders toolHeaders,
        IgnoredLogLevel ignoredLogLevel,
        AtomicLong ids) {

    /**
     * Creates the shared part of one client. Ids start at a random point, so that nobody who does not see them can answer
     * them, stay within what JSON numbers hold exactly everywhere, and are never used twice (RPC-04, MRTR-07, HTM-15).
     */
    static ModernClient of(TransportProvider.Context context, ModernSettings settings, InboundSettings inbound) {
        ClientFeatures features = new ClientFeatures(context.serverName(), context.codec(), inbound, context.time());
        return new ModernClient(
                context,
                settings,
                inbound,
                features,
                new ServerNotifications(
                        context.serverName(), context.codec(), inbound, context.ignored(), context.time(), id -> {}),
                inbound.wishes(),
                new InputRounds(
                        context.serverName(),
                        context.codec(),
                        features,
                        settings.maxInputRounds(),
                        inbound.maxRequests()),
                new ResultCache(context.codec(), settings.caching(), context.time()),
                new ToolHeaders(context.serverName(), context.codec()),
                new IgnoredLogLevel(context.serverName()),
                new AtomicLong(new SecureRandom().nextLong(1L << 40, 1L << 50)));
    }

    TimeSource time() {
        return this.context.time();
    }

    String name() {
        return this.context.serverName();
    }

    JsonRpcId.NumberId nextId() {
        return new JsonRpcId.NumberId(this.ids.incrementAndGet());
    }
}
