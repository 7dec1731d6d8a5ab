package io.mcpclient.test;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;

import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.McpExtensions;

/**
 * Calls of tools that run as tasks, a limited number, each retained for its time.
 *
 * <pre>
 * working ──► input_required ──► working ──► completed, failed or cancelled
 * </pre>
 *
 * Thread-safe.
 *
 * @see "ext-tasks, Task Polling; Task Update Requests; Task Cancellation"
 */
final class TestTasks {

    private static final int MAX_TASKS = 100;

    private final ServerScript script;

    private final Subscriptions subscriptions;

    private final Map<String, Task> tasks = new ConcurrentHashMap<>();

    TestTasks(ServerScript script, Subscriptions subscriptions) {
        this.script = script;
        this.subscriptions = subscriptions;
    }

    /** Starts a task, and returns the result of the call. */
    Map<String, Object> start(McpTestCall call, ToolStep step, McpTestTool.TaskTimes times) {
        this.tasks.values().removeIf(Task::isExpired);
        if (this.tasks.size() >= MAX_TASKS) {
            return Json.object(CallToolResult.error("Too many tasks are running. Try again later."));
        }
        Task task = new Task(call, step, times);
        this.tasks.put(task.id, task);
        Map<String, Object> seed = task.details();
        seed.put("resultType", "task");
        task.run();
        return seed;
    }

    boolean isKnown(String id) {
        Task task = this.tasks.get(id);
        return task != null && !task.isExpired();
    }

    Map<String, Object> get(Received request) {
        return task(request).details();
    }

    Map<String, Object> update(Received request) {
        Task task = task(request);
        if (!request.params().containsKey("inputResponses")) {
            throw McpTestError.invalidParams("The parameter inputResponses must have answers");
        }
        task.answer(request.request().object("inputResponses"));
        return Map.of();
    }

    Map<String, Object> cancel(Received request) {
        Task task = task(request);
        task.work.dispose();
        task.change("cancelled", null, null);
        return Map.of();
    }

    private Task task(Received request) {
        request.require("extensions", McpExtensions.TASKS);
        Task task = this.tasks.get(request.request().text("taskId"));
        if (task == null || task.isExpired()) {
            throw McpTestError.invalidParams("There is no such task, or not any more");
        }
        return task;
    }

    private final class Task {

        private final String id = UUID.randomUUID().toString();

        private final Disposable.Swap work = Disposables.swap();

        private final ToolStep step;

        private final McpTestTool.TaskTimes times;

        private final Instant created = TestTasks.this.script.settings().time.instant();

        private McpTestCall call;

        private String status = "working";

        private Instant updated = this.created;

        private String message = "";

        /** The member of a status: the input request, result or error. */
        private final Map<String, Object> outcome = new LinkedHashMap<>();

        private ToolStep.@Nullable InputNeeded needed;

        Task(McpTestCall call, ToolStep step, McpTestTool.TaskTimes times) {
            this.call = call.asTask(this::message);
            this.step = step;
            this.times = times;
        }

        boolean isExpired() {
            return TestTasks.this.script.settings().time.instant().isAfter(this.created.plus(this.times.ttl()));
        }

        private synchronized void message(String message) {
            this.message = message;
        }

        void run() {
            McpTestCall present;
            synchronized (this) {
                present = this.call;
            }
            this.work.replace(this.step
                    .answer(present, TestTasks.this.script.settings().time)
                    .subscribe(result -> change("completed", "result", complete(result)), this::failed));
        }

        private Map<String, Object> complete(CallToolResult result) {
            Map<String, Object> complete = Json.object(result);
            complete.put("resultType", "complete");
            return complete;
        }

        private void failed(Throwable failure) {
            if (failure instanceof ToolStep.InputNeeded input) {
                synchronized (this) {
                    this.needed = input;
                }
                change("input_required", "inputRequests", input.toJson());
            } else if (failure instanceof McpTestError error) {
                change("failed", "error", error.toJson());
            } else {
                change("completed", "result", complete(CallToolResult.error(McpTestError.describe(failure))));
            }
        }

        /** Accepts the answer to the pending input request; ignores others. */
        void answer(Map<String, Object> answers) {
            synchronized (this) {
                ToolStep.InputNeeded input = this.needed;
                if (input == null || !McpTestCall.isAnswer(input, answers.get(input.key()))) {
                    return;
                }
                this.needed = null;
                this.call = this.call.next(this.call.received(), input, answers.get(input.key()));
            }
            change("working", null, null);
            run();
        }

        /** Changes the status unless the task has ended, and tells the subscribers. */
        void change(String status, @Nullable String member, @Nullable Object value) {
            synchronized (this) {
                if (!this.status.equals("working") && !this.status.equals("input_required")) {
                    return;
                }
                this.status = status;
                this.updated = TestTasks.this.script.settings().time.instant();
                this.outcome.clear();
                if (member != null && value != null) {
                    this.outcome.put(member, value);
                }
            }
            TestTasks.this.subscriptions.taskChanged(this.id, details());
        }

        synchronized Map<String, Object> details() {
            Map<String, Object> details = new LinkedHashMap<>();
            details.put("taskId", this.id);
            details.put("status", this.status);
            if (!this.message.isEmpty()) {
                details.put("statusMessage", this.message);
            }
            details.put("createdAt", this.created.toString());
            details.put("lastUpdatedAt", this.updated.toString());
            details.put("ttlMs", this.times.ttl().toMillis());
            details.put("pollIntervalMs", this.times.pollInterval().toMillis());
            details.putAll(this.outcome);
            return details;
        }
    }
}
