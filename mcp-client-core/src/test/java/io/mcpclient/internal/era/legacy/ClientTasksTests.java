package io.mcpclient.internal.era.legacy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import io.mcpclient.handler.McpRequestContext;
import io.mcpclient.handler.McpRequestRefusedException;
import io.mcpclient.handler.ReactiveMcpElicitationHandler;
import io.mcpclient.internal.era.DesiredSessionState;
import io.mcpclient.internal.inbound.InboundSettings;
import io.mcpclient.internal.inbound.McpHandlers;
import io.mcpclient.internal.inbound.McpListeners;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.schema.ClientCapabilities;
import io.mcpclient.schema.ElicitResult;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.schema.RelatedTaskMetadata;
import io.mcpclient.schema.Task;
import io.mcpclient.schema.TaskStatus;
import io.mcpclient.support.schema.CreateTaskResult;
import io.mcpclient.support.schema.ListTasksResult;
import io.mcpclient.transport.McpIgnoredMessages;
import io.mcpclient.transport.TransportProvider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

@Timeout(30)
class ClientTasksTests {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private static final String ELICIT = "elicitation/create";

    private static final String RELATED = "io.modelcontextprotocol/related-task";

    private static final Map<String, Object> AS_TASK = Map.of("message", "Where?", "task", Map.of());

    private final AtomicInteger cancelled = new AtomicInteger();

    private final List<Sinks.One<Object>> asked = new ArrayList<>();

    private final ClientTasks tasks = tasks(McpHandlers.none()
            .with(
                    ReactiveMcpElicitationHandler.class,
                    (params, context) -> Mono.error(new AssertionError("never asked directly"))));

    @AfterEach
    void close() {
        this.tasks.close();
    }

    private ClientTasks tasks(McpHandlers handlers) {
        TransportProvider.Context context = new TransportProvider.Context(
                "weather", new JsonCodec(JsonLimits.DEFAULT), new McpIgnoredMessages("weather"));
        return new ClientTasks(
                context,
                (method, params, revision, asking) -> Mono.defer(this::ask),
                new InboundSettings(handlers, new McpListeners(), 4, LIMIT, new DesiredSessionState(null), LIMIT));
    }

    private static ConditionFactory await() {
        return Awaitility.await().atMost(LIMIT).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(1));
    }

    private Mono<Object> ask() {
        Sinks.One<Object> answer = Sinks.one();
        synchronized (this.asked) {
            this.asked.add(answer);
        }
        return answer.asMono().doOnCancel(this.cancelled::incrementAndGet);
    }

    private Sinks.One<Object> question(int index) {
        return await().until(
                        () -> {
                            synchronized (this.asked) {
                                return (this.asked.size() > index) ? this.asked.get(index) : null;
                            }
                        },
                        found -> found != null);
    }

    private Mono<Object> ask(ClientTasks tasks, String method, @Nullable Object params) {
        return tasks.answer(method, params, ProtocolRevision.V2025_11_25, new NoContext());
    }

    private Object answer(String method, @Nullable Object params) {
        Object answer = ask(this.tasks, method, params).block(LIMIT);
        assertThat(answer).isNotNull();
        return answer;
    }

    private Task begin() {
        return ((CreateTaskResult) answer(ELICIT, AS_TASK)).task();
    }

    private Task get(String id) {
        return (Task) answer("tasks/get", Map.of("taskId", id));
    }

    private void assertInvalid(String method, Map<String, Object> params) {
        assertThat(catchThrowableOfType(McpRequestRefusedException.class, () -> answer(method, params))
                        .code())
                .isEqualTo(-32602);
    }

    private record NoContext() implements McpRequestContext {

        @Override
        public String serverName() {
            return "weather";
        }

        @Override
        public @Nullable String relatedTask() {
            return null;
        }

        @Override
        public void reportProgress(double progress, @Nullable Double total, @Nullable String message) {}
    }

    // TSKL-14: at once, while the work continues; unguessable ids
    @Test
    void requestAsTaskReturnsTheTaskAtOnce() {
        Instant before = Instant.now().minusMillis(1);
        Task task = begin();

        assertThat(task.status()).isEqualTo(TaskStatus.WORKING);
        assertThat(Instant.parse(String.valueOf(task.createdAt()))).isBetween(before, Instant.now());
        assertThat(task.lastUpdatedAt()).isEqualTo(task.createdAt());
        assertThat(task.pollInterval()).isNotNull();
        assertThat(task.taskId()).hasSizeGreaterThanOrEqualTo(32);
        assertThat(begin().taskId()).isNotEqualTo(task.taskId());
        assertThat(get(task.taskId()).status()).isEqualTo(TaskStatus.WORKING);
    }

    // TSKL-14: the actual ttl, not the requested one
    @ParameterizedTest
    @CsvSource({"60000,60000", "86400000,3600000", "0,1000", "-5,1000", ",3600000"})
    void requestAsTaskReportsTheActualTtl(@Nullable Long requested, long kept) {
        Map<String, Object> metadata = (requested != null) ? Map.of("ttl", requested) : Map.of();
        Task task = ((CreateTaskResult) answer(ELICIT, Map.of("task", metadata))).task();

        assertThat(task.ttl()).isEqualTo(kept);
    }

    // TSKL-14, TSKL-06, TSKL-08: waits, and returns exactly what the request would have got, tied to the task
    @Test
    void taskResultWaitsForCompletionAndEqualsTheRequestResult() {
        Task task = begin();
        Mono<Object> result =
                ask(this.tasks, "tasks/result", Map.of("taskId", task.taskId())).cache();
        result.subscribe();
        question(0).tryEmitValue(ElicitResult.accept(Map.of("city", "Oslo")));

        Map<String, Object> expected = Map.of(
                "action",
                "accept",
                "content",
                Map.of("city", "Oslo"),
                "_meta",
                Map.of(RELATED, RelatedTaskMetadata.of(task.taskId())));
        assertThat(result.block(LIMIT)).isEqualTo(expected);
        assertThat(get(task.taskId()).status()).isEqualTo(TaskStatus.COMPLETED);
        assertThat(answer("tasks/result", Map.of("taskId", task.taskId()))).isEqualTo(expected);
    }

    // TSKL-06, TSKL-13
    @Test
    void taskResultOfAFailedRequestIsItsError() {
        Task task = begin();
        question(0).tryEmitError(new McpRequestRefusedException(-1, "User rejected the request"));

        assertThat(catchThrowableOfType(
                        McpRequestRefusedException.class,
                        () -> answer("tasks/result", Map.of("taskId", task.taskId()))))
                .hasMessage("User rejected the request")
                .matches(error -> error.code() == -1);
        assertThat(get(task.taskId()).status()).isEqualTo(TaskStatus.FAILED);
    }

    // TSKL-14: the work is stopped, the state is final, those who wait learn of it
    @Test
    void cancelStopsTheWorkAndTheStateIsFinal() {
        Task task = begin();
        Sinks.One<Object> question = question(0);
        Mono<Object> result =
                ask(this.tasks, "tasks/result", Map.of("taskId", task.taskId())).cache();
        result.subscribe(null, error -> {});

        assertThat(((Task) answer("tasks/cancel", Map.of("taskId", task.taskId()))).status())
                .isEqualTo(TaskStatus.CANCELLED);
        await().until(() -> this.cancelled.get() == 1);
        question.tryEmitValue(ElicitResult.decline());
        assertThat(get(task.taskId()).status()).isEqualTo(TaskStatus.CANCELLED);
        assertThat(catchThrowableOfType(McpRequestRefusedException.class, () -> result.block(LIMIT)))
                .hasMessage("Task was cancelled");
    }

    // TSKL-14: legal transitions only
    @Test
    void cancelOfACompletedTaskIsInvalid() {
        Task task = begin();
        question(0).tryEmitValue(ElicitResult.decline());
        await().until(() -> get(task.taskId()).status().isTerminal());

        assertInvalid("tasks/cancel", Map.of("taskId", task.taskId()));
        assertThat(get(task.taskId()).status()).isEqualTo(TaskStatus.COMPLETED);
    }

    // TSKL-14
    @ParameterizedTest
    @ValueSource(strings = {"tasks/get", "tasks/result", "tasks/cancel"})
    void requestsAboutUnknownTasksAreInvalid(String method) {
        begin();
        assertInvalid(method, Map.of("taskId", "t-1"));
        assertInvalid(method, Map.of("taskId", 1));
        assertInvalid(method, Map.of());
    }

    // TSKL-14: pages with opaque cursors
    @Test
    void listNamesAllTasksInPages() {
        Set<String> begun = new HashSet<>();
        for (int i = 0; i < ClientTasks.PAGE + 1; i++) {
            Task task = begin();
            begun.add(task.taskId());
            question(i).tryEmitValue(ElicitResult.decline());
            await().until(() -> get(task.taskId()).status().isTerminal());
        }
        ListTasksResult first = (ListTasksResult) answer("tasks/list", null);
        ListTasksResult second = (ListTasksResult) answer("tasks/list", Map.of("cursor", first.nextCursor()));

        assertThat(first.tasks()).hasSize(ClientTasks.PAGE);
        assertThat(second.tasks()).hasSize(1);
        assertThat(second.nextCursor()).isNull();
        first.tasks().forEach(task -> begun.remove(task.taskId()));
        assertThat(begun).containsExactly(second.tasks().get(0).taskId());
        assertInvalid("tasks/list", Map.of("cursor", "nowhere"));
    }

    private String beginAndEnd(int index) {
        String id = begin().taskId();
        question(index).tryEmitValue(ElicitResult.decline());
        await().until(() -> get(id).status().isTerminal());
        return id;
    }

    // bounded: no more at once than other requests, and no more memory than for so many
    @Test
    void numberOfTasksIsBounded() {
        for (int i = 0; i < 4; i++) {
            begin();
        }
        question(3); // all four handlers were called: the next questions are those of the next tasks
        assertThat(catchThrowableOfType(McpRequestRefusedException.class, this::begin)
                        .code())
                .isEqualTo(-32603);
        question(0).tryEmitValue(ElicitResult.decline());
        await().until(() -> ((ListTasksResult) answer("tasks/list", null))
                .tasks().stream().anyMatch(task -> task.status().isTerminal()));
        for (int i = 4; i < ClientTasks.MAX_TASKS + 4; i++) {
            beginAndEnd(i);
        }
        int listed = 0;
        for (String cursor = ""; cursor != null; ) {
            ListTasksResult page =
                    (ListTasksResult) answer("tasks/list", cursor.isEmpty() ? Map.of() : Map.of("cursor", cursor));
            listed += page.tasks().size();
            cursor = page.nextCursor();
        }
        assertThat(listed).isEqualTo(ClientTasks.MAX_TASKS);
    }

    // the session is over, and with it the work
    @Test
    void closeCancelsAllTasks() {
        begin();
        question(0);
        this.tasks.close();

        assertThat(this.cancelled).hasValue(1);
        assertThat(catchThrowableOfType(McpRequestRefusedException.class, this::begin))
                .isNotNull();
    }

    // TSKL-15: undeclared capabilities are not served
    @Test
    void taskRequestWithoutTheCapabilityIsIgnored() {
        ClientTasks none = tasks(McpHandlers.none());
        assertPlain(none, ELICIT, ProtocolRevision.V2025_11_25);
        assertPlain(this.tasks, "sampling/createMessage", ProtocolRevision.V2025_11_25);
        assertPlain(this.tasks, "roots/list", ProtocolRevision.V2025_11_25);
        assertPlain(this.tasks, ELICIT, ProtocolRevision.V2025_06_18);
        assertPlain(none, "tasks/get", ProtocolRevision.V2025_11_25);
        assertPlain(this.tasks, "tasks/get", ProtocolRevision.V2025_06_18);
    }

    private void assertPlain(ClientTasks tasks, String method, ProtocolRevision revision) {
        int before = this.asked.size();
        Mono<Object> answer =
                tasks.answer(method, AS_TASK, revision, new NoContext()).cache();
        answer.subscribe();
        question(before).tryEmitValue("plain");
        assertThat(answer.block(LIMIT)).isEqualTo("plain");
    }

    // TSKL-01: requests with a handler may be tasks, only in the revision that has them
    @ParameterizedTest
    @EnumSource(ProtocolRevision.class)
    void declaredContainsTheRequestsThatMayBeTasks(ProtocolRevision revision) {
        ClientCapabilities.Tasks both = ClientTasks.declared(
                        ClientCapabilities.none().withSampling(false).withElicitation(true, false), revision)
                .tasks();

        if (revision == ProtocolRevision.V2025_11_25) {
            assertThat(both)
                    .isEqualTo(new ClientCapabilities.Tasks(
                            Map.of(),
                            Map.of(),
                            Map.of(
                                    "sampling",
                                    Map.of("createMessage", Map.of()),
                                    "elicitation",
                                    Map.of("create", Map.of())),
                            Map.of()));
        } else {
            assertThat(both).isNull();
        }
        assertThat(ClientTasks.declared(ClientCapabilities.none().withRoots(true), revision)
                        .tasks())
                .isNull();
    }
}
