package io.mcpclient.internal.task;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;

import reactor.core.publisher.Mono;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.McpCall;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.schema.McpRequestParams;

/**
 * A server of one's own instead of the chain of a client: answers each method in the order that the test says, the last
 * answer forever, and refuses unscripted requests.
 */
final class ScriptedChain implements CallHandler {

    private final JsonCodec codec;

    private final Map<String, Queue<Object>> answers = new ConcurrentHashMap<>();

    private final List<McpCall> calls = new CopyOnWriteArrayList<>();

    ScriptedChain(JsonCodec codec) {
        this.codec = codec;
    }

    /** Answers with results as JSON, with errors, or with a publisher. */
    ScriptedChain answers(String method, Object... answers) {
        this.answers.put(method, new ConcurrentLinkedDeque<>(new ArrayDeque<>(List.of(answers))));
        return this;
    }

    List<McpCall> calls(String method) {
        return this.calls.stream().filter(call -> call.method().equals(method)).toList();
    }

    @SuppressWarnings("unchecked") // the type is that of the request
    <P extends McpRequestParams> P params(String method, int index) {
        return (P) calls(method).get(index).params();
    }

    @Override
    public Mono<Object> handle(McpCall call) {
        return Mono.defer(() -> {
            this.calls.add(call);
            Queue<Object> due = this.answers.getOrDefault(call.method(), new ArrayDeque<>());
            Object answer = (due.size() > 1) ? due.poll() : due.peek();
            if (answer instanceof Throwable error) {
                return Mono.error(error);
            }
            if (answer instanceof Mono<?> publisher) {
                return publisher.cast(Object.class);
            }
            return (answer != null)
                    ? Mono.fromCallable(() -> this.codec.fromJson((String) answer, call.resultType()))
                    : Mono.error(new AssertionError("unexpected " + call.method()));
        });
    }
}
