package io.mcpclient.console.internal.wire;

import java.time.Clock;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpInterceptor;
import io.mcpclient.console.internal.json.ConsoleJson;
import io.mcpclient.console.internal.live.EventStreams;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.GetPromptParams;
import io.mcpclient.schema.ReadResourceParams;
import io.mcpclient.text.SafeText;
import io.mcpclient.transport.TransportProvider;

/**
 * Records the requests of all clients, as the interceptors of the application leave them, and the messages of their servers. Of headers,
 * only those of protocol and caller are recorded, without secrets; credentials that the library knows are masked.
 */
public final class WireRecorder implements McpInterceptor, Ordered {

    private static final int MAX_SUBJECT = 200;

    private static final int MAX_ERROR = 2000;

    private final WireLog log;

    private final CallOwner owners;

    private final WireTexts texts;

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
        this.texts = new WireTexts(json, log.messageSize());
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
            WireAttempts attempts = new WireAttempts(entry, this.clock);
            return next.handle(call)
                    .contextWrite(attempts::in)
                    .doOnSuccess(result -> end(entry, outcome(result), this.texts.of(result), null, attempts))
                    .doOnError(ex -> end(entry, WireEntry.Outcome.FAILED, null, failure(ex), attempts))
                    .doOnCancel(() -> end(entry, WireEntry.Outcome.CANCELLED, null, null, attempts));
        });
    }

    /** Decorates the transport of a client, to record the messages of its server, and the headers and times of requests. */
    public TransportProvider recording(TransportProvider provider) {
        return context -> provider.create(context)
                .map(transport -> new WireTransport(
                        transport,
                        new ServerRecorder(context, this.log, this.texts, this.owners, this.streams, this.clock)));
    }

    private static WireEntry.Failure failure(Throwable ex) {
        String message = SafeText.excerpt(ex.getMessage(), MAX_ERROR);
        return (ex instanceof McpRequestException answer)
                ? new WireEntry.Failure(message, answer.code(), SafeText.excerpt(answer.serverMessage(), MAX_ERROR))
                : new WireEntry.Failure(message, null, null);
    }

    private WireEntry begin(McpCall call, ContextView context) {
        WireEntry entry = new WireEntry(
                this.log.nextId(),
                false,
                call.serverName(),
                call.method(),
                subject(call.params()),
                this.owners.of(call, context),
                this.clock.millis(),
                null,
                WireEntry.Outcome.RUNNING,
                this.texts.of(call.params()),
                null,
                null,
                List.of());
        this.log.begun(entry);
        CallOwner.recorded(context, entry.id());
        this.streams.publish("wire", entry.owner(), entry::summary);
        return entry;
    }

    private void end(
            WireEntry begun,
            WireEntry.Outcome outcome,
            @Nullable String result,
            WireEntry.@Nullable Failure failure,
            WireAttempts attempts) {
        WireEntry entry =
                begun.ended(this.clock.millis() - begun.startedAt(), outcome, result, failure, attempts.all());
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
}
