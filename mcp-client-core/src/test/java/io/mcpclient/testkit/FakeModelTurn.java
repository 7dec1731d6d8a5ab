package io.mcpclient.testkit;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * One turn of a {@link FakeModel}: a text, calls of tools, or both.
 *
 * @param text the text, {@code null} for none
 * @param calls the calls in order
 */
public record FakeModelTurn(@Nullable String text, List<Call> calls) {

    /**
     * A call of a tool.
     * @param tool name as the model writes it, offered or not
     * @param arguments arguments as the model writes them, JSON or not
     */
    public record Call(String tool, String arguments) {}

    /** Copies the calls. */
    public FakeModelTurn {
        calls = List.copyOf(calls);
    }

    public static FakeModelTurn say(String text) {
        return new FakeModelTurn(text, List.of());
    }

    public static FakeModelTurn call(String tool, String arguments) {
        return call(new Call(tool, arguments));
    }

    public static FakeModelTurn call(Call... calls) {
        return new FakeModelTurn(null, List.of(calls));
    }
}
