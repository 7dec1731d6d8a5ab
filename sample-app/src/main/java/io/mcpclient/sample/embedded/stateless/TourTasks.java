package io.mcpclient.sample.embedded.stateless;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import tools.jackson.databind.JsonNode;

/**
 * A limited number of tasks, each kept for some minutes, and the task methods. Thread-safe.
 *
 * @see "ext-tasks, Task Polling; Task Update Requests; Task Cancellation"
 */
final class TourTasks {

    private static final int MAX_TASKS = 100;

    private static final Duration PER_DAY = Duration.ofMillis(300);

    /** Clocks have millisecond resolution: after this margin the next status has certainly been reached. */
    private static final Duration MARGIN = Duration.ofMillis(5);

    private final Map<String, TourTask> tasks = new ConcurrentHashMap<>();

    private final DelayedTasks timekeeper;

    private final Subscriptions subscriptions;

    TourTasks(DelayedTasks timekeeper, Subscriptions subscriptions) {
        this.timekeeper = timekeeper;
        this.subscriptions = subscriptions;
    }

    /**
     * Starts to plan a tour.
     * @param asks whether the client supports input requests
     * @return the task, or empty if there are too many
     */
    Optional<TourTask> begin(Tour tour, boolean asks) {
        Instant now = now();
        this.tasks.values().removeIf(task -> task.isExpired(now));
        if (this.tasks.size() >= MAX_TASKS) {
            return Optional.empty();
        }
        TourTask task = new TourTask(tour, now, PER_DAY.multipliedBy(tour.days()), asks);
        this.tasks.put(task.id(), task);
        tellAfter(asks ? task.half() : task.half().multipliedBy(2), task);
        return Optional.of(task);
    }

    boolean isKnown(String id) {
        TourTask task = this.tasks.get(id);
        return task != null && !task.isExpired(now());
    }

    Map<String, Object> get(RpcRequest request) {
        Map<String, Object> result = Results.of("complete");
        result.putAll(task(request).details(now()));
        return result;
    }

    Map<String, Object> update(RpcRequest request) {
        TourTask task = task(request);
        if (!request.params().has("inputResponses")) {
            throw RpcError.invalidParams("The parameter inputResponses must have answers");
        }
        JsonNode answers = request.object("inputResponses");
        if (task.answer(answers, now())) {
            tellAfter(Duration.ZERO, task);
            tellAfter(task.half(), task);
        }
        return Results.of("complete");
    }

    Map<String, Object> cancel(RpcRequest request) {
        TourTask task = task(request);
        if (task.cancel(now())) {
            tellAfter(Duration.ZERO, task);
        }
        return Results.of("complete");
    }

    private TourTask task(RpcRequest request) {
        request.capabilities().requireTasks();
        TourTask task = this.tasks.get(request.text("taskId"));
        if (task == null || task.isExpired(now())) {
            throw RpcError.invalidParams("There is no such task, or not any more");
        }
        return task;
    }

    Instant now() {
        return this.timekeeper.clock().instant();
    }

    private void tellAfter(Duration delay, TourTask task) {
        this.timekeeper.after(delay.plus(MARGIN), () -> this.subscriptions.taskChanged(task.id(), task.details(now())));
    }
}
