package io.mcpclient.internal.inbound;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.call.CallProgress;
import io.mcpclient.call.Deadline;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.handler.McpProgressListener;
import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.Task;
import io.mcpclient.schema.TaskStatus;
import io.mcpclient.support.schema.CreateTaskResult;
import io.mcpclient.time.TimeSource;
import io.mcpclient.transport.McpIgnoredMessages;

import static org.assertj.core.api.Assertions.assertThat;

/** PRG-08: calls whose progress is followed after their response, because they continue as tasks. */
class ProgressFeedsTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final List<String> heard = new ArrayList<>();

    private final ProgressFeeds feeds = new ProgressFeeds(
            () -> McpPrincipal.APPLICATION,
            new McpListeners(),
            new McpIgnoredMessages("weather"),
            Schedulers.immediate(),
            TimeSource.system());

    private void call(int id, String taskId) {
        McpCall call = new McpCall(
                "weather",
                "tools/call",
                CallToolParams.of("echo", Map.of()),
                CreateTaskResult.class,
                McpCallOptions.defaults()
                        .withProgress(McpProgressListener.nonBlocking(progress -> this.heard.add("call " + id))),
                Deadline.after(LIMIT),
                new CallProgress());
        Task task = new Task(taskId, TaskStatus.WORKING, null, null, null, null, null, null, Map.of());
        Object result = new CreateTaskResult(task, null, Map.of());
        assertThat(this.feeds.follow(call, JsonRpcId.of(id), Mono.just(result)).block(LIMIT))
                .isSameAs(result);
    }

    private void progress(int id) {
        this.feeds.accept(Map.of("progressToken", id, "progress", 1));
    }

    @Test
    void progressOfATaskIsFollowedUntilItsEnd() {
        call(1, "t-1");
        progress(1);
        this.feeds.taskEnded("t-1");

        call(2, "t-2");
        this.feeds.taskEnded("t-2");
        progress(2);

        assertThat(this.heard).containsExactly("call 1");
        assertThat(this.feeds.followTasks()).isFalse();
    }

    // an application that starts tasks, and leaves it to others to look after them
    @Test
    void tasksWhoseEndIsNeverRequestedDoNotTakeTheProgressOfLaterOnes() {
        for (int id = 0; id <= ProgressFeeds.MAX_TASKS; id++) {
            call(id, "t-" + id);
        }

        progress(0);
        progress(1);
        progress(ProgressFeeds.MAX_TASKS);

        assertThat(this.heard).containsExactly("call 1", "call " + ProgressFeeds.MAX_TASKS);
    }

    // each call would stay in memory, with its arguments
    @Test
    void earlierCallOfAServerThatGivesAllTasksTheSameIdIsForgotten() {
        call(1, "task");
        call(2, "task");

        progress(1);
        progress(2);

        assertThat(this.heard).containsExactly("call 2");
    }
}
