package io.mcpclient.console.internal.task;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

import io.mcpclient.task.ReactiveMcpTask;

/** Tasks that users have started at the console or listed there, bounded for each user and in the number of users. Thread-safe. */
final class TaskBook {

    private static final int MAX_USERS = 100;

    private static final int MAX_TASKS = 200;

    private static final long MAX_SIZE = 16L * 1024 * 1024;

    /** Users in the order of their last use, latest last. */
    private final Map<String, LinkedHashMap<Long, TaskEntry>> users = new LinkedHashMap<>(16, 0.75f, true);

    private long lastId;

    /** Adds a task of a user, or updates the one that is known. */
    synchronized TaskEntry add(String user, ReactiveMcpTask task, boolean started, long now) {
        LinkedHashMap<Long, TaskEntry> tasks = this.users.computeIfAbsent(user, name -> new LinkedHashMap<>());
        TaskEntry known = find(tasks, task);
        TaskEntry entry = (known != null) ? known.listed(task) : entry(++this.lastId, task, started, now);
        tasks.put(entry.id(), entry);
        discard(tasks);
        if (this.users.size() > MAX_USERS) {
            Iterator<String> names = this.users.keySet().iterator();
            names.next();
            names.remove();
        }
        return entry;
    }

    private static TaskEntry entry(long id, ReactiveMcpTask task, boolean started, long now) {
        return new TaskEntry(
                id, task.handle().serverName(), task.handle().toolName(), now, started, task, false, null, null, null);
    }

    /** A call that the server completed at once has no id, and is another one each time. */
    private static @Nullable TaskEntry find(Map<Long, TaskEntry> tasks, ReactiveMcpTask task) {
        String server = task.handle().serverName();
        return tasks.values().stream()
                .filter(one -> !task.id().isEmpty() && one.server().equals(server))
                .filter(one -> one.task().id().equals(task.id()))
                .findFirst()
                .orElse(null);
    }

    private static void discard(LinkedHashMap<Long, TaskEntry> tasks) {
        long size = tasks.values().stream().mapToLong(TaskEntry::size).sum();
        Iterator<TaskEntry> oldest = tasks.values().iterator();
        while ((tasks.size() > MAX_TASKS || size > MAX_SIZE) && tasks.size() > 1) {
            size -= oldest.next().size();
            oldest.remove();
        }
    }

    /** Changes a task. Returns the changed one, {@code null} if it was discarded. */
    synchronized @Nullable TaskEntry update(String user, long id, UnaryOperator<TaskEntry> change) {
        LinkedHashMap<Long, TaskEntry> tasks = this.users.get(user);
        TaskEntry changed = (tasks != null) ? tasks.computeIfPresent(id, (key, entry) -> change.apply(entry)) : null;
        if (tasks != null) {
            discard(tasks);
        }
        return changed;
    }

    synchronized Optional<TaskEntry> find(String user, long id) {
        LinkedHashMap<Long, TaskEntry> tasks = this.users.get(user);
        return Optional.ofNullable((tasks != null) ? tasks.get(id) : null);
    }

    /** Returns the tasks of a user without their results, latest first. */
    synchronized List<TaskEntry.View> list(String user) {
        List<TaskEntry.View> list = new ArrayList<>();
        LinkedHashMap<Long, TaskEntry> tasks = this.users.get(user);
        if (tasks != null) {
            tasks.values().forEach(entry -> list.add(0, entry.view(false)));
        }
        return list;
    }

    /** Returns the users who wait for a task of a server. */
    synchronized Set<String> following(String server) {
        Set<String> names = new HashSet<>();
        this.users.forEach((user, tasks) -> {
            if (tasks.values().stream()
                    .anyMatch(one -> one.followed() && one.server().equals(server))) {
                names.add(user);
            }
        });
        return names;
    }
}
