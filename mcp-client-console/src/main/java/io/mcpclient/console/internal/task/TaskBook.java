package io.mcpclient.console.internal.task;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import io.mcpclient.console.internal.user.UserEntries;
import io.mcpclient.task.ReactiveMcpTask;

/** Tasks that users have started at the console or listed there. Thread-safe. */
final class TaskBook {

    private static final int MAX_TASKS = 200;

    private static final long MAX_SIZE = 16L * 1024 * 1024;

    private final UserEntries<TaskEntry> tasks = new UserEntries<>(MAX_TASKS, MAX_SIZE, TaskEntry::size, task -> {});

    /** Adds a task of a user, or updates the one that is known. */
    synchronized TaskEntry add(String user, ReactiveMcpTask task, boolean started, long now) {
        TaskEntry known = known(user, task);
        if (known != null) {
            TaskEntry listed = this.tasks.update(user, known.id(), one -> one.listed(task));
            if (listed != null) {
                return listed;
            }
        }
        TaskEntry entry = entry(this.tasks.nextId(), task, started, now);
        this.tasks.put(user, entry.id(), entry);
        return entry;
    }

    private static TaskEntry entry(long id, ReactiveMcpTask task, boolean started, long now) {
        return new TaskEntry(
                id, task.handle().serverName(), task.handle().toolName(), now, started, task, false, null, null, null);
    }

    /** A call that the server completed at once has no id, and is another one each time. */
    private @Nullable TaskEntry known(String user, ReactiveMcpTask task) {
        String server = task.handle().serverName();
        return this.tasks.list(user).stream()
                .filter(one -> !task.id().isEmpty() && one.server().equals(server))
                .filter(one -> one.task().id().equals(task.id()))
                .findFirst()
                .orElse(null);
    }

    /** Changes a task, unless the change is {@code null}. Returns the changed one, {@code null} if there is none. */
    @Nullable
    TaskEntry update(String user, long id, Function<TaskEntry, @Nullable TaskEntry> change) {
        return this.tasks.update(user, id, change);
    }

    Optional<TaskEntry> find(String user, long id) {
        return this.tasks.find(user, id);
    }

    /** Returns the tasks of a user without their results, latest first. */
    List<TaskEntry.View> list(String user) {
        return this.tasks.list(user).stream().map(entry -> entry.view(false)).toList();
    }

    /** Returns the users who wait for a task of a server. */
    Set<String> following(String server) {
        return this.tasks.users(one -> one.followed() && one.server().equals(server));
    }
}
