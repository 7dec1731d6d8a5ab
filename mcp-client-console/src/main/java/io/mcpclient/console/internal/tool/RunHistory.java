package io.mcpclient.console.internal.tool;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

import io.mcpclient.console.internal.user.UserEntries;

/** Calls that users have made at the console. Thread-safe. */
public final class RunHistory {

    private final UserEntries<ToolRun> runs;

    /**
     * Creates an empty history.
     * @param maxCalls number of calls for each user
     * @param maxSize characters of all calls of a user
     */
    public RunHistory(int maxCalls, long maxSize) {
        this.runs = new UserEntries<>(maxCalls, maxSize, ToolRun::size, run -> {});
    }

    long nextId() {
        return this.runs.nextId();
    }

    void add(String user, ToolRun run) {
        this.runs.put(user, run.id(), run);
    }

    /** Changes a call that has not ended. Returns the changed call, {@code null} if it has ended or was discarded. */
    @Nullable
    ToolRun update(String user, long id, UnaryOperator<ToolRun> change) {
        return this.runs.update(user, id, run -> run.isRunning() ? change.apply(run) : null);
    }

    Optional<ToolRun> find(String user, long id) {
        return this.runs.find(user, id);
    }

    /** Returns the calls of a user without their results, latest first. */
    List<ToolRun> list(String user) {
        return this.runs.list(user).stream().map(ToolRun::summary).toList();
    }
}
