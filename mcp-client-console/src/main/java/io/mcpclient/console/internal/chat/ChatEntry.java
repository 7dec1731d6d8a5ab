package io.mcpclient.console.internal.chat;

import org.jspecify.annotations.Nullable;

import io.mcpclient.console.internal.web.Problem;

/**
 * A step of a conversation. All texts may come from models and servers, and are untrusted.
 *
 * @param id number of the step in its conversation
 * @param kind what it is
 * @param at when it began, milliseconds since 1970
 * @param state whether it has ended, and how
 * @param text the message, the answer so far, or what the model reads of a tool
 * @param tool the call of a tool, or {@code null}
 * @param tokens what the model has reported at the end of an answer, or {@code null}
 * @param problem why the model failed, or {@code null}
 */
record ChatEntry(
        long id,
        Kind kind,
        long at,
        State state,
        String text,
        @Nullable ToolUse tool,
        ChatEngine.@Nullable Tokens tokens,
        @Nullable Problem problem) {

    /** Kinds of steps. */
    enum Kind {
        MESSAGE,
        ANSWER,
        TOOL,
        PROBLEM
    }

    /** States of a step. */
    enum State {
        RUNNING,
        DONE,
        FAILED,
        CANCELLED
    }

    /**
     * A call of a tool.
     *
     * @param name name that the model has used
     * @param arguments arguments as the model has written them
     * @param server configured name of the server, {@code null} if none was called
     * @param run number of the call in the history of calls, {@code null} if no server was called
     * @param wire number of the request among the recent requests, {@code null} if none was sent
     * @param millis duration, {@code null} while it runs
     */
    record ToolUse(
            String name,
            String arguments,
            @Nullable String server,
            @Nullable Long run,
            @Nullable Long wire,
            @Nullable Long millis) {

        ToolUse of(String calledServer, long callRun) {
            return new ToolUse(this.name, this.arguments, calledServer, callRun, this.wire, this.millis);
        }

        ToolUse onWire(long request) {
            return new ToolUse(this.name, this.arguments, this.server, this.run, request, this.millis);
        }

        ToolUse took(long time) {
            return new ToolUse(this.name, this.arguments, this.server, this.run, this.wire, time);
        }
    }

    static ChatEntry of(Kind kind, long at, State state, String text) {
        return new ChatEntry(0, kind, at, state, text, null, null, null);
    }

    static ChatEntry call(long at, String name, String arguments) {
        ToolUse use = new ToolUse(name, arguments, null, null, null, null);
        return new ChatEntry(0, Kind.TOOL, at, State.RUNNING, "", use, null, null);
    }

    static ChatEntry problem(long at, Problem problem) {
        return new ChatEntry(0, Kind.PROBLEM, at, State.FAILED, "", null, null, problem);
    }

    ChatEntry numbered(long number) {
        return new ChatEntry(number, this.kind, this.at, this.state, this.text, this.tool, this.tokens, this.problem);
    }

    ChatEntry with(State next, String nextText) {
        return new ChatEntry(this.id, this.kind, this.at, next, nextText, this.tool, this.tokens, this.problem);
    }

    ChatEntry with(@Nullable ToolUse use) {
        return new ChatEntry(this.id, this.kind, this.at, this.state, this.text, use, this.tokens, this.problem);
    }

    ChatEntry with(ChatEngine.@Nullable Tokens reported) {
        return new ChatEntry(this.id, this.kind, this.at, this.state, this.text, this.tool, reported, this.problem);
    }

    boolean isRunning() {
        return this.state == State.RUNNING;
    }

    /** Returns the number of characters that it retains. */
    long size() {
        return 256L
                + this.text.length()
                + ((this.tool != null) ? this.tool.arguments().length() : 0);
    }
}
