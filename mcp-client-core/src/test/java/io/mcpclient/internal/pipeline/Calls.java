package io.mcpclient.internal.pipeline;

import java.time.Duration;

import io.mcpclient.call.CallProgress;
import io.mcpclient.call.Deadline;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.time.TimeSource;

/** Calls and their failures, for tests of the stages. */
final class Calls {

    private Calls() {}

    static McpCall call(String method, McpCallOptions options) {
        return call(method, options, Duration.ofSeconds(30));
    }

    static McpCall call(String method, McpCallOptions options, Duration timeout) {
        return new McpCall("weather", method, null, Object.class, options, Deadline.after(timeout), new CallProgress());
    }

    /** A tool call whose deadline is one of virtual time. */
    static McpCall call(TimeSource time, Duration timeout) {
        return call(time, timeout, timeout);
    }

    /** The same with the longest time of a deadline that is extended. */
    static McpCall call(TimeSource time, Duration timeout, Duration longest) {
        return new McpCall(
                "weather",
                "tools/call",
                null,
                Object.class,
                McpCallOptions.defaults(),
                Deadline.after(time, timeout, longest),
                new CallProgress());
    }

    static McpCall read() {
        return call("resources/read", McpCallOptions.defaults());
    }

    static McpConnectionException lost() {
        return failure(McpOutcome.UNKNOWN, 0, null);
    }

    static McpConnectionException failure(McpOutcome outcome, int status, Duration retryAfter) {
        return new McpConnectionException(
                McpErrorDetails.of("weather", "resources/read", outcome, "broken"), status, retryAfter);
    }
}
