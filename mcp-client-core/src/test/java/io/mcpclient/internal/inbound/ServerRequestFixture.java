package io.mcpclient.internal.inbound;

import java.time.Duration;
import java.util.Objects;

import ch.qos.logback.classic.Level;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.handler.McpRequestContext;
import io.mcpclient.handler.McpRequestRefusedException;
import io.mcpclient.internal.era.DesiredSessionState;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.support.Loggers;
import io.mcpclient.testkit.CapturedLog;
import io.mcpclient.time.TimeSource;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** A client that receives server requests, with its responses and its log. */
final class ServerRequestFixture implements AutoCloseable {

    static final JsonCodec CODEC = new JsonCodec(JsonLimits.DEFAULT);

    private static final Duration LIMIT = Duration.ofSeconds(20);

    final McpListeners listeners = new McpListeners();

    final ClientFeatures features;

    private final CapturedLog log;

    ServerRequestFixture(McpHandlers handlers) {
        this(handlers, LIMIT);
    }

    ServerRequestFixture(McpHandlers handlers, Duration timeout) {
        this(handlers, timeout, TimeSource.system());
    }

    ServerRequestFixture(McpHandlers handlers, Duration timeout, TimeSource time) {
        this.features = new ClientFeatures(
                "weather",
                CODEC,
                new InboundSettings(handlers, this.listeners, 4, timeout, new DesiredSessionState(null), LIMIT),
                time);
        this.log = CapturedLog.of(Loggers.HANDLERS).open();
    }

    @Override
    public void close() {
        this.log.close();
    }

    /** The result as JSON. */
    String answer(String method, @Nullable String params, ProtocolRevision revision) {
        return CODEC.toJson(this.features
                .answer(method, plain(params), revision, new Context())
                .block(LIMIT));
    }

    /** The request as it is checked in revision 2026-07-28. */
    Mono<Object> prepare(String method, @Nullable String params) {
        return this.features.prepare(method, plain(params), ProtocolRevision.V2026_07_28, new Context());
    }

    /** How the request was refused: code and text. */
    String refusal(String method, @Nullable String params, ProtocolRevision revision) {
        McpRequestRefusedException refused =
                catchThrowableOfType(McpRequestRefusedException.class, () -> answer(method, params, revision));
        return refused.code() + " " + refused.getMessage();
    }

    private static @Nullable Object plain(@Nullable String params) {
        return (params != null) ? Objects.requireNonNull(CODEC.fromJson(params, Object.class)) : null;
    }

    /** All warnings so far. */
    String warnings() {
        StringBuilder all = new StringBuilder();
        this.log.events().stream()
                .filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                .forEach(event -> all.append(event.getLevel())
                        .append(' ')
                        .append(event.getFormattedMessage())
                        .append('\n'));
        return all.toString();
    }

    /** A request that belongs to no task and wants no reports. */
    static final class Context implements McpRequestContext {

        @Override
        public String serverName() {
            return "weather";
        }

        @Override
        public @Nullable String relatedTask() {
            return null;
        }

        @Override
        public void reportProgress(double progress, @Nullable Double total, @Nullable String message) {}
    }
}
