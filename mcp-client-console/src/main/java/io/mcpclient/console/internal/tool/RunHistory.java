package io.mcpclient.console.internal.tool;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

/** Calls that users have made at the console, bounded for each user and in the number of users. Thread-safe. */
public final class RunHistory {

    private static final int MAX_USERS = 100;

    private final int maxCalls;

    private final long maxSize;

    /** Users in the order of their last call, latest last. */
    private final Map<String, LinkedHashMap<Long, ToolRun>> users = new LinkedHashMap<>(16, 0.75f, true);

    private long lastId;

    /**
     * Creates an empty history.
     * @param maxCalls number of calls for each user
     * @param maxSize characters of all calls of a user
     */
    public RunHistory(int maxCalls, long maxSize) {
        this.maxCalls = maxCalls;
        this.maxSize = maxSize;
    }

    synchronized long nextId() {
        return ++this.lastId;
    }

    synchronized void add(String user, ToolRun run) {
        LinkedHashMap<Long, ToolRun> runs = this.users.computeIfAbsent(user, name -> new LinkedHashMap<>());
        runs.put(run.id(), run);
        discard(runs);
        if (this.users.size() > MAX_USERS) {
            Iterator<String> names = this.users.keySet().iterator();
            names.next();
            names.remove();
        }
    }

    /** Changes a call that has not ended. Returns the changed call, {@code null} if it has ended or was discarded. */
    synchronized @Nullable ToolRun update(String user, long id, UnaryOperator<ToolRun> change) {
        LinkedHashMap<Long, ToolRun> runs = this.users.get(user);
        ToolRun run = (runs != null) ? runs.get(id) : null;
        if (runs == null || run == null || !run.isRunning()) {
            return null;
        }
        ToolRun changed = change.apply(run);
        runs.put(id, changed);
        discard(runs);
        return changed;
    }

    /** The latest call stays, however large it is: somebody waits for its result. */
    private void discard(LinkedHashMap<Long, ToolRun> runs) {
        long size = runs.values().stream().mapToLong(ToolRun::size).sum();
        Iterator<ToolRun> oldest = runs.values().iterator();
        while ((runs.size() > this.maxCalls || size > this.maxSize) && runs.size() > 1) {
            size -= oldest.next().size();
            oldest.remove();
        }
    }

    synchronized Optional<ToolRun> find(String user, long id) {
        LinkedHashMap<Long, ToolRun> runs = this.users.get(user);
        return Optional.ofNullable((runs != null) ? runs.get(id) : null);
    }

    /** Returns the calls of a user without their results, latest first. */
    synchronized List<ToolRun> list(String user) {
        List<ToolRun> list = new ArrayList<>();
        LinkedHashMap<Long, ToolRun> runs = this.users.get(user);
        if (runs != null) {
            runs.values().forEach(run -> list.add(0, run.summary()));
        }
        return list;
    }
}
