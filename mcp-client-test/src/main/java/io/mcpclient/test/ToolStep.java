package io.mcpclient.test;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.RequestedSchema;

/**
 * What a tool does with one call.
 *
 * @param progress reports before the answer
 * @param question asked before the answer, or {@code null}
 * @param delay time before the answer
 * @param ending the answer
 */
record ToolStep(List<Progress> progress, @Nullable Question question, Duration delay, Ending ending) {

    record Progress(
            double progress,
            @Nullable Double total,
            @Nullable String message) {}

    record Question(String message, RequestedSchema form) {}

    /** How a call ends. */
    sealed interface Ending {}

    record Result(Function<McpTestCall, CallToolResult> function) implements Ending {}

    record Rejection(int code, String message) implements Ending {}

    enum Other implements Ending {
        NO_ANSWER,
        DISCONNECT
    }
}
