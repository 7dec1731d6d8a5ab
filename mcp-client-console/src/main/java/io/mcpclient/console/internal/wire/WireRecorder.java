package io.mcpclient.console.internal.wire;

import java.time.Clock;

import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpInterceptor;
import io.mcpclient.console.internal.json.ConsoleJson;
import io.mcpclient.console.internal.live.EventStreams;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.GetPromptParams;
import io.mcpclient.schema.ReadResourceParams;
import io.mcpclient.text.KnownSecrets;
import io.mcpclient.text.SafeText;

/**
 * Records the requests of all clients, as the interceptors of the application leave them. Headers, options and credentials are no part of
 * the record; credentials that the library knows are masked.
 */
public final class WireRecorder implements McpInterceptor, Ordered {

    private static final int MAX_SUBJECT = 200;

    private static final int MAX_ERROR = 2000;

    private final WireLog log;

    private final CallOwner owners;

    private final ConsoleJson json;

    private final EventStreams streams;

    private final Clock clock;

    /**
     * Creates a recorder.
     * @param log receives the requests
     * @param owners determines who may see a request
     * @param json writes parameters and results
     * @param streams receives each request
     * @param clock the time
     */
    public WireRecorder(WireLog log, CallOwner owners, ConsoleJson json, EventStreams streams, Clock clock) {
        this.log = log;
        this.owners = owners;
        this.json = json;
        this.streams = streams;
        this.clock = clock;
    }

    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }

    @Override
    public Mono<Object> intercept(McpCall call, CallHandler next) {
        return Mono.deferContextual(context -> {
            WireEntry entry = begin(call, context);
            return next.handle(call)
                    .doOnSuccess(result -> end(entry, outcome(result), text(result), null))
                    .doOnError(ex ->
                            end(entry, WireEntry.Outcome.FAILED, null, SafeText.excerpt(ex.getMessage(), MAX_ERROR)))
                    .doOnCancel(() -> end(entry, WireEntry.Outcome.CANCELLED, null, null));
        });
    }

    private WireEntry begin(McpCall call, ContextView context) {
        WireEntry entry = new WireEntry(
                this.log.nextId(),
                call.serverName(),
                call.method(),
                subject(call.params()),
                this.owners.of(call, context),
                this.clock.millis(),
                null,
                WireEntry.Outcome.RUNNING,
                text(call.params()),
                null,
                null);
        this.log.begun(entry);
        this.streams.publish("wire", entry.owner(), entry::summary);
        return entry;
    }

    private void end(WireEntry begun, WireEntry.Outcome outcome, @Nullable String result, @Nullable String error) {
        WireEntry entry = begun.ended(this.clock.millis() - begun.startedAt(), outcome, result, error);
        this.log.ended(entry);
        this.streams.publish("wire", entry.owner(), entry::summary);
    }

    private static WireEntry.Outcome outcome(@Nullable Object result) {
        return (result instanceof CallToolResult called && called.isErrorResult())
                ? WireEntry.Outcome.TOOL_ERROR
                : WireEntry.Outcome.OK;
    }

    private static @Nullable String subject(@Nullable Object params) {
        String subject = null;
        if (params instanceof CallToolParams call) {
            subject = call.name();
        } else if (params instanceof GetPromptParams prompt) {
            subject = prompt.name();
        } else if (params instanceof ReadResourceParams resource) {
            subject = resource.uri();
        }
        return (subject != null) ? SafeText.excerpt(subject, MAX_SUBJECT) : null;
    }

    /** What cannot be written fails the call itself, with an exception of its own. */
    private @Nullable String text(@Nullable Object value) {
        try {
            String text = this.json.ofProtocol(value);
            return (text != null) ? cut(KnownSecrets.mask(text)) : null;
        } catch (RuntimeException ex) {
            return null;
        }
    }

    private String cut(String text) {
        int max = this.log.messageSize();
        return (text.length() <= max)
                ? text
                : text.substring(0, SafeText.end(text, max)) + "… (" + text.length() + " characters)";
    }
}
