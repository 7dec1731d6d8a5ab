package io.mcpclient.sample.api;

import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.springframework.http.codec.ServerSentEvent;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

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

    private final JsonCodec codec = new JsonCodec(JsonLimits.DEFAULT);

    private final @Nullable McpClient client;

    ToolStream(@Nullable McpClient client) {
        this.client = client;
    }

    record Progress(
            double progress,
            @Nullable Double total,
            @Nullable String message) {}

    record Log(
            String level, @Nullable String logger, @Nullable Object data) {}

    Flux<ServerSentEvent<Object>> follow(Function<McpCallOptions, Mono<CallToolResult>> call) {
        return CallerEvents.of(sink -> {
            McpLogListener listener = (server, message) -> sink.next(log(message));
            Disposable.Composite end = Disposables.composite();
            sink.onDispose(end);
            if (this.client != null) {
                this.client.listeners().addLogListener(listener);
                end.add(() -> this.client.listeners().removeLogListener(listener));
            }
            McpCallOptions options = McpCallOptions.defaults().withProgress(progress -> sink.next(progress(progress)));
            end.add(call.apply(options)
                    .map(result -> CallerEvents.event("result", this.codec.toJson(result)))
                    .onErrorResume(error -> Mono.just(CallerEvents.event("error", problem(error))))
                    .subscribe(last -> {
                        sink.next(last);
                        sink.complete();
                    }));
        });
    }

    private static ServerSentEvent<Object> progress(McpProgress progress) {
        return CallerEvents.event("progress", new Progress(progress.progress(), progress.total(), progress.message()));
    }

    private static ServerSentEvent<Object> log(LoggingMessageParams message) {
        return CallerEvents.event("log", new Log(message.level().value(), message.logger(), message.data()));
    }

    private static Object problem(Throwable error) {
        if (error instanceof McpException known) {
            Problem problem = ProblemAdvice.problem(known).getBody();
            return (problem != null) ? problem : "";
        }
        return Problem.unexpected();
    }
}
