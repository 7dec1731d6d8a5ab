package io.mcpclient.apps;

import java.util.Map;
import java.util.function.BiConsumer;

import org.jspecify.annotations.Nullable;

/**
 * What a view receives about its tool call: the arguments once, then the result or the cancellation once, not before the view is initialized,
 * and again if it is loaded again. Not thread-safe.
 *
 * @see "MCP Apps 2026-01-26 (APP-23)"
 */
final class ToolProgress {

    private record Told(String method, Object params) {}

    private final BiConsumer<String, Object> send;

    private @Nullable Told input;

    private @Nullable Told end;

    private boolean isInputSent;

    private boolean isEndSent;

    ToolProgress(BiConsumer<String, Object> send) {
        this.send = send;
    }

    boolean hasInput() {
        return this.input != null;
    }

    void input(Map<String, Object> arguments) {
        if (this.input != null) {
            throw new IllegalStateException("the arguments of the tool call were sent before");
        }
        this.input = new Told(ViewMethods.TOOL_INPUT, Map.of("arguments", arguments));
    }

    void end(String method, Object params) {
        if (this.input == null || this.end != null) {
            throw new IllegalStateException(
                    (this.input == null)
                            ? "the arguments of the tool call were not sent yet"
                            : "the tool call has ended before");
        }
        this.end = new Told(method, params);
    }

    /** A view that is loaded again knows nothing. */
    void restart() {
        this.isInputSent = false;
        this.isEndSent = false;
    }

    /** Sends what the view does not know yet. */
    void deliver() {
        if (this.input != null && !this.isInputSent) {
            this.isInputSent = true;
            this.send.accept(this.input.method(), this.input.params());
        }
        if (this.end != null && !this.isEndSent) {
            this.isEndSent = true;
            this.send.accept(this.end.method(), this.end.params());
        }
    }
}
