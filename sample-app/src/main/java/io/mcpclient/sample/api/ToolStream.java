package io.mcpclient.sample.api;

import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import reactor.core.Disposable;
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

    private final EventSender events = new EventSender();

    private final JsonCodec codec = new JsonCodec(JsonLimits.DEFAULT);

    private final @Nullable McpClient client;

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
                        result -> this.events.lastJson("result", this.codec.toJson(result)),
                        error -> this.events.last("error", problem(error)));
        return this.events.start(running::dispose);
    }

    private void progress(McpProgress progress) {
        Progress data = new Progress(progress.progress(), progress.total(), progress.message());
        this.events.send("progress", data);
    }

    private void log(LoggingMessageParams message) {
        Log data = new Log(message.level().value(), message.logger(), message.data());
        this.events.send("log", data);
    }

    private static Object problem(Throwable error) {
        if (error instanceof McpException known) {
            Problem problem = ProblemAdvice.problem(known).getBody();
            return (problem != null) ? problem : "";
        }
        return Problem.unexpected();
    }
}
