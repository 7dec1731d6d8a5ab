package io.mcpclient.console.internal.task;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

import reactor.core.Disposable;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.console.internal.json.ConsoleJson;
import io.mcpclient.console.internal.live.EventStreams;
import io.mcpclient.console.internal.web.Problem;
import io.mcpclient.console.internal.wire.CallOwner;
import io.mcpclient.schema.CallToolResult;

/**
 * Waits for tasks in the background, and publishes what changes. The client asks the server for the state, and passes what a task asks
 * to the handlers of the application, as for any call. A task that is not followed any more continues at its server.
 */
public final class TaskFollower {

    /** Time after which a task is not followed any more. */
    private static final Duration LIMIT = Duration.ofHours(12);

    private static final long LOOK_MILLIS = 250;

    private final EventStreams streams;

    private final ConsoleJson json;

    private final TaskBook book = new TaskBook();

    /**
     * Creates an instance without tasks.
     * @param streams receives the tasks
     * @param json writes results
     */
    public TaskFollower(EventStreams streams, ConsoleJson json) {
        this.streams = streams;
        this.json = json;
    }

    TaskBook book() {
        return this.book;
    }

    /**
     * Returns options for the request that starts a task.
     * @param user user of the console
     * @param id returns the number of the task, 0 before it has one
     */
    McpCallOptions options(String user, LongSupplier id) {
        return McpCallOptions.defaults()
                .withProgress(progress -> this.book.update(
                        user,
                        id.getAsLong(),
                        one -> one.with(
                                new TaskEntry.Progress(progress.progress(), progress.total(), progress.message()))));
    }

    /** Follows a task that is not followed yet, until it ends. */
    TaskEntry follow(String user, TaskEntry entry) {
        long id = entry.id();
        TaskEntry followed = this.book.update(user, id, one -> one.followed() ? null : one.following());
        if (followed == null) {
            return entry;
        }
        AtomicReference<TaskEntry.View> shown = new AtomicReference<>(followed.view(false));
        Disposable looks = Schedulers.parallel()
                .schedulePeriodically(() -> look(user, id, shown), LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
        followed.task()
                .await(McpCallOptions.defaults().withMaxTimeout(LIMIT))
                .contextWrite(CallOwner.atConsole(user))
                .doFinally(signal -> looks.dispose())
                .subscribe(
                        result -> change(user, id, one -> one.ended(text(result), null)),
                        ex -> change(user, id, one -> one.ended(null, Problem.of(ex))));
        change(user, id, UnaryOperator.identity());
        return followed;
    }

    /** Publishes a new state, which is that of the last poll of the client, or new progress. */
    private void look(String user, long id, AtomicReference<TaskEntry.View> shown) {
        this.book.find(user, id).map(entry -> entry.view(false)).ifPresent(now -> {
            if (!now.equals(shown.getAndSet(now))) {
                this.streams.publish("task", user, () -> now);
            }
        });
    }

    private String text(CallToolResult result) {
        return Objects.requireNonNullElse(this.json.ofProtocol(result), "{}");
    }

    private void change(String user, long id, UnaryOperator<TaskEntry> change) {
        TaskEntry changed = this.book.update(user, id, change);
        if (changed != null) {
            this.streams.publish("task", user, () -> changed.view(false));
        }
    }
}
