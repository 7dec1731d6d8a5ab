package io.mcpclient.test;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.schema.McpExtensions;

/** Calls of tools, each in one or more rounds: between them the client is asked. Thread-safe. */
final class ToolCalls {

    /** Rounds that clients may continue: the oldest are forgotten. */
    private static final int MAX_ROUNDS = 1_000;

    private final ServerScript script;

    private final TestTasks tasks;

    /** Calls of the stateless era that wait for an answer, by the state that the client returns. A round may be repeated. */
    private final Map<String, Round> rounds = new LinkedHashMap<>();

    private final Map<Channel.Exchange, Running> running = new ConcurrentHashMap<>();

    private final AtomicLong ids = new AtomicLong(1_000_000);

    ToolCalls(ServerScript script, TestTasks tasks) {
        this.script = script;
        this.tasks = tasks;
    }

    private record Round(McpTestCall call, ToolStep step, ToolStep.InputNeeded needed) {}

    private record Running(Received request, Disposable.Swap work) {}

    /** Stops the call of a client that has disconnected. */
    void ended(Channel.Exchange exchange) {
        Running call = this.running.remove(exchange);
        if (call != null) {
            call.work().dispose();
        }
    }

    /** Stops calls that the client has cancelled. */
    void stop(Predicate<Received> cancelled) {
        this.running.forEach((exchange, call) -> {
            if (cancelled.test(call.request())) {
                ended(exchange);
            }
        });
    }

    void call(Received request, @Nullable Responder responder) {
        request.request().object("arguments");
        if (request.stateless() && request.params().containsKey("requestState")) {
            repeat(request);
            return;
        }
        McpTestCall call = new McpTestCall(request);
        this.script.called(call);
        if (responder != null) {
            ServerProtocol.respond(request, responder);
            return;
        }
        McpTestTool tool = this.script.requiredTool(call.tool());
        String objection = tool.objection(call.arguments());
        ToolStep step = (objection != null) ? ToolStep.failing(objection) : tool.next();
        McpTestTool.TaskTimes times = (objection != null) ? null : tool.taskTimes();
        if (times != null && request.stateless() && request.supports("extensions", McpExtensions.TASKS)) {
            request.result(this.tasks.start(call, step, times));
        } else {
            run(request, call, step);
        }
    }

    private void repeat(Received request) {
        Round round = round(String.valueOf(request.params().get("requestState")));
        if (round == null || !isSame(round.call().received(), request)) {
            throw McpTestError.invalidParams("The requestState is not of this call, or has expired:"
                    + " begin again without inputResponses and requestState");
        }
        Object answer =
                request.request().object("inputResponses").get(round.needed().key());
        run(request, round.call().next(request, round.needed(), answer), round.step());
    }

    private static boolean isSame(Received one, Received other) {
        return Json.same(one.params().get("name"), other.params().get("name"))
                && Json.same(one.request().object("arguments"), other.request().object("arguments"));
    }

    private @Nullable Round round(String state) {
        synchronized (this.rounds) {
            return this.rounds.get(state);
        }
    }

    private String remember(Round round) {
        String state = UUID.randomUUID().toString();
        synchronized (this.rounds) {
            this.rounds.put(state, round);
            if (this.rounds.size() > MAX_ROUNDS) {
                this.rounds.remove(this.rounds.keySet().iterator().next());
            }
        }
        return state;
    }

    private void run(Received request, McpTestCall call, ToolStep step) {
        Running running = new Running(request, Disposables.swap());
        this.running.put(request.exchange(), running);
        running.work()
                .replace(step.answer(call, this.script.settings().time)
                        .doFinally(end -> this.running.remove(request.exchange(), running))
                        .doOnCancel(() -> request.observation().end(null))
                        .subscribe(
                                result -> request.result(Json.object(result)),
                                failure -> failed(request, call, step, failure)));
    }

    private void failed(Received request, McpTestCall call, ToolStep step, Throwable failure) {
        try {
            if (failure instanceof ToolStep.InputNeeded needed) {
                request.require(needed.capability());
                ask(request, call, step, needed);
            } else if (failure instanceof McpTestError error) {
                request.error(error);
            } else {
                request.result(Json.object(CallToolResult.error(McpTestError.describe(failure))));
            }
        } catch (McpTestError error) {
            request.error(error);
        }
    }

    private void ask(Received request, McpTestCall call, ToolStep step, ToolStep.InputNeeded needed) {
        if (request.stateless()) {
            String state = remember(new Round(call, step, needed));
            Map<String, Object> result = new LinkedHashMap<>();
            result.put("resultType", "input_required");
            result.put("inputRequests", needed.toJson());
            result.put("requestState", state);
            request.result(result);
            return;
        }
        JsonRpcId id = JsonRpcId.of(this.ids.incrementAndGet());
        CompletableFuture<Object> answer = new CompletableFuture<>();
        request.channel().asked.put(id, answer);
        request.exchange().send(new JsonRpcRequest(id, needed.method(), needed.params()));
        answer.thenAcceptAsync(
                given -> {
                    if (given instanceof JsonRpcError error) {
                        request.error(McpErrorCodes.INTERNAL_ERROR, "The client did not answer: " + error.message());
                    } else {
                        run(request, call.next(request, needed, given), step);
                    }
                },
                Schedulers.boundedElastic()::schedule);
    }
}
