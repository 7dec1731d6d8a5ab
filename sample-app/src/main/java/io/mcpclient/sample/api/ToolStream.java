package io.mcpclient.sample.api;

import java.io.IOException;
import java.time.Duration;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter.SseEventBuilder;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.McpClient;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpException;
import io.mcpclient.handler.McpLogListener;
import io.mcpclient.handler.McpProgress;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.LoggingMessageParams;

/**
 * One call as a stream of events: any number of {@code progress} and {@code log}, then one {@code result} or {@code
 * error}, and the end. A caller that disconnects cancels the call.
 */
final class ToolStream {

    /** A server detects a closed connection only when it writes. */
    private static final Duration HEARTBEAT = Duration.ofSeconds(1);

    /** Longer than any call takes. */
    private static final Duration LIMIT = Duration.ofMinutes(15);

    private final SseEmitter emitter = new SseEmitter(LIMIT.toMillis());

    private final JsonCodec codec = new JsonCodec(JsonLimits.DEFAULT);

    private final @Nullable McpClient client;

    private boolean over;

    ToolStream(@Nullable McpClient client) {
        this.client = client;
    }

    private record Progress(
            double progress,
            @Nullable Double total,
            @Nullable String message) {}

    private record Log(
            String level, @Nullable String logger, @Nullable Object data) {}

    SseEmitter follow(Function<McpCallOptions, Mono<CallToolResult>> call) {
        McpLogListener listener = (server, message) -> log(message);
        if (this.client != null) {
            this.client.addLogListener(listener);
        }
        Disposable running = call.apply(McpCallOptions.defaults().withProgress(this::progress))
                .publishOn(Schedulers.boundedElastic()) // sending blocks
                .doFinally(signal -> {
                    if (this.client != null) {
                        this.client.removeLogListener(listener);
                    }
                })
                .subscribe(
                        result -> last(event("result").data(this.codec.toJson(result))),
                        error -> last(event("error").data(problem(error), MediaType.APPLICATION_JSON)));
        Disposable heartbeat = Flux.interval(HEARTBEAT, Schedulers.boundedElastic())
                .onBackpressureDrop()
                .subscribe(count -> send(SseEmitter.event().comment("still running")));
        this.emitter.onTimeout(running::dispose);
        this.emitter.onError(error -> running.dispose());
        this.emitter.onCompletion(() -> {
            heartbeat.dispose();
            running.dispose();
        });
        return this.emitter;
    }

    private void progress(McpProgress progress) {
        Progress data = new Progress(progress.progress(), progress.total(), progress.message());
        send(event("progress").data(data, MediaType.APPLICATION_JSON));
    }

    private void log(LoggingMessageParams message) {
        Log data = new Log(message.level().value(), message.logger(), message.data());
        send(event("log").data(data, MediaType.APPLICATION_JSON));
    }

    private static SseEventBuilder event(String name) {
        return SseEmitter.event().name(name);
    }

    private static Object problem(Throwable error) {
        if (error instanceof McpException known) {
            Problem problem = ProblemAdvice.problem(known).getBody();
            return (problem != null) ? problem : "";
        }
        return Problem.unexpected();
    }

    /** Log messages are delivered separately and may arrive after the result: nothing is sent after it. */
    private synchronized void send(SseEventBuilder event) {
        if (this.over) {
            return;
        }
        try {
            this.emitter.send(event);
        } catch (IOException | IllegalStateException ex) {
            this.over = true; // the caller is gone; the emitter reports it
        }
    }

    private synchronized void last(SseEventBuilder event) {
        send(event);
        this.over = true;
        this.emitter.complete();
    }
}
