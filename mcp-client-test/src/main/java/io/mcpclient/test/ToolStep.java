package io.mcpclient.test;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.RequestedSchema;
import io.mcpclient.time.TimeSource;

/**
 * What a tool does with one call.
 *
 * @param progress reports before the answer
 * @param question asked before the answer, or {@code null}
 * @param delay time before the answer
 * @param ending the answer
 */
record ToolStep(
        List<Progress> progress,
        @Nullable Question question,
        Duration delay,
        Function<McpTestCall, Mono<CallToolResult>> ending) {

    record Progress(double progress, double total, @Nullable String message) {}

    record Question(String message, RequestedSchema form) {}

    /** Reports a failure of the tool. */
    static ToolStep failing(String text) {
        return new ToolStep(List.of(), null, Duration.ZERO, call -> Mono.just(CallToolResult.error(text)));
    }

    /** Returns the result; fails with {@link InputNeeded} if the client has to be asked first. */
    Mono<CallToolResult> answer(McpTestCall call, TimeSource time) {
        if (this.question != null && call.answer() == null) {
            return call.asks(McpTestCall.ANSWER, this.question.message(), this.question.form());
        }
        for (Progress step : this.progress) {
            call.report(step.progress(), step.total(), step.message());
        }
        return time.delay(this.delay).publishOn(Schedulers.boundedElastic()).flatMap(due -> this.ending.apply(call));
    }

    /** A call cannot be answered without input of the client. */
    static final class InputNeeded extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final String key;

        private final String method;

        private final transient Object params;

        InputNeeded(String key, String method, Object params) {
            super("input is needed: " + key, null, false, false);
            this.key = key;
            this.method = method;
            this.params = params;
        }

        String key() {
            return this.key;
        }

        String method() {
            return this.method;
        }

        Object params() {
            return this.params;
        }

        /** Returns the request by its key, as the stateless era has it. */
        Map<String, Object> toJson() {
            return Map.of(this.key, Map.of("method", this.method, "params", this.params));
        }

        /** The capability without which a client cannot be asked. */
        String capability() {
            return this.method.substring(0, this.method.indexOf('/'));
        }
    }
}
