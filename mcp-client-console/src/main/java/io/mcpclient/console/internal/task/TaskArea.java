package io.mcpclient.console.internal.task;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.console.internal.json.InvalidRequestException;
import io.mcpclient.console.internal.tool.ToolArea;
import io.mcpclient.console.internal.web.Area;
import io.mcpclient.console.internal.web.Clients;
import io.mcpclient.console.internal.web.ConsoleRequest;
import io.mcpclient.console.internal.wire.CallOwner;
import io.mcpclient.registry.McpRegisteredTool;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.status.McpServerDescription;
import io.mcpclient.task.ReactiveMcpTask;

/**
 * Requests of the page about tasks. Starting, listing and cancelling wait for the server, within the deadline of the client; the end of a
 * task is awaited in the background.
 */
public final class TaskArea implements Area {

    /** Longer than any deadline of a request. */
    private static final Duration LIMIT = Duration.ofHours(1);

    private final McpToolRegistry registry;

    private final Clients clients;

    private final TaskFollower follower;

    private final Clock clock;

    private final TaskBook book;

    /**
     * Creates the area.
     * @param registry all tools
     * @param clients all clients
     * @param follower waits for tasks
     * @param clock the time
     */
    public TaskArea(McpToolRegistry registry, McpClients clients, TaskFollower follower, Clock clock) {
        this.registry = registry;
        this.clients = new Clients(clients);
        this.follower = follower;
        this.clock = clock;
        this.book = follower.book();
    }

    /** Names a task. */
    record Target(long id) {}

    /** Names a server. */
    record OfServer(@Nullable String server) {}

    /** A task to start. */
    record NewTask(@Nullable String tool, @Nullable Map<String, Object> arguments) {}

    /**
     * The tasks of a user.
     *
     * @param tasks tasks without their results, latest first
     * @param listing names of servers that list their tasks
     */
    record Tasks(List<TaskEntry.View> tasks, List<String> listing) {}

    @Override
    public void addTo(Requests requests) {
        requests.get("tasks", request -> tasks(request.user()))
                .get("tasks/one", request -> find(request.user(), request.number("id"))
                        .view(true))
                .post("tasks", request -> start(request.user(), request.body(NewTask.class)))
                .post("tasks/list", request -> list(request.user(), request.body(OfServer.class)))
                .post("tasks/follow", request -> follow(request.user(), request.body(Target.class)))
                .post("tasks/cancel", request -> cancel(request.user(), request.body(Target.class)));
    }

    /** Returns the users who wait for a task of a server. */
    public Set<String> usersFollowing(String server) {
        return this.book.following(server);
    }

    private Tasks tasks(String user) {
        List<String> listing = this.clients.clients().all().stream()
                .filter(TaskArea::listsTasks)
                .map(McpClient::name)
                .toList();
        return new Tasks(this.book.list(user), listing);
    }

    private static boolean listsTasks(McpClient client) {
        McpServerDescription server = client.status().server();
        return server != null && server.capabilities().hasTaskList();
    }

    private TaskEntry find(String user, long id) {
        return this.book
                .find(user, id)
                .orElseThrow(() -> InvalidRequestException.notFound("The task is no longer retained."));
    }

    private TaskEntry.View start(String user, NewTask task) {
        McpRegisteredTool tool = ToolArea.find(this.registry, ConsoleRequest.required("tool", task.tool()));
        CallToolParams params = CallToolParams.of(tool.tool().name(), task.arguments());
        McpClient client = this.clients.get(tool.server());
        AtomicLong id = new AtomicLong();
        ReactiveMcpTask started = Objects.requireNonNull(client.reactive()
                .tasks()
                .callTool(params, null, this.follower.options(user, id::get))
                .contextWrite(CallOwner.atConsole(user))
                .block(LIMIT));
        TaskEntry entry = this.book.add(user, started, true, this.clock.millis());
        id.set(entry.id());
        return this.follower.follow(user, entry).view(false);
    }

    private Tasks list(String user, OfServer of) {
        Objects.requireNonNull(this.clients
                        .get(of.server())
                        .reactive()
                        .tasks()
                        .list(McpCallOptions.defaults())
                        .contextWrite(CallOwner.atConsole(user))
                        .block(LIMIT))
                .forEach(task -> this.book.add(user, task, false, this.clock.millis()));
        return tasks(user);
    }

    private TaskEntry.View follow(String user, Target target) {
        return this.follower.follow(user, find(user, target.id())).view(false);
    }

    private TaskEntry.View cancel(String user, Target target) {
        TaskEntry entry = find(user, target.id());
        entry.task().cancel().contextWrite(CallOwner.atConsole(user)).block(LIMIT);
        return this.follower.follow(user, entry).view(false);
    }
}
