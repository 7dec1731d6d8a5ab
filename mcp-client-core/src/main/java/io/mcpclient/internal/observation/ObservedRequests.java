package io.mcpclient.internal.observation;

import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

import io.micrometer.observation.Observation;
import reactor.core.publisher.Mono;

import io.mcpclient.internal.inbound.InboundObserver;
import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.observation.McpMessage;
import io.mcpclient.observation.McpServerObservationContext;
import io.mcpclient.schema.McpMethods;

/** Observes server requests. The handler runs in the span, whose parent is the server's span. */
final class ObservedRequests implements InboundObserver {

    private static final Set<String> KNOWN = Set.of(
            McpMethods.PING,
            McpMethods.SAMPLING_CREATE_MESSAGE,
            McpMethods.ELICITATION_CREATE,
            McpMethods.ROOTS_LIST,
            McpMethods.TASKS_GET,
            McpMethods.TASKS_RESULT,
            McpMethods.TASKS_LIST,
            McpMethods.TASKS_CANCEL);

    private final String serverName;

    private final Observer observer;

    private final Predicate<String> handled;

    /**
     * Creates the observer.
     * @param handled returns whether the application handles a method that the protocol does not define
     */
    ObservedRequests(String serverName, Observer observer, Predicate<String> handled) {
        this.serverName = serverName;
        this.observer = observer;
        this.handled = handled;
    }

    @Override
    public Mono<Void> observe(
            JsonRpcRequest request, Mono<JsonRpcMessage> answer, Function<JsonRpcMessage, Mono<Void>> send) {
        return Mono.defer(() -> {
            McpServerObservationContext context = context(request);
            Observation observation = this.observer.serverOperation(context);
            return answer.flatMap(made -> {
                        if (made instanceof JsonRpcError error) {
                            failed(context, observation, Failure.of(error));
                        }
                        return send.apply(made);
                    })
                    .doOnError(error -> failed(context, observation, Failure.of(error)))
                    .doOnCancel(() -> failed(context, observation, Failure.cancelled()))
                    .doFinally(signal -> stop(context, observation))
                    .contextWrite(outer -> Watch.within(outer, observation));
        });
    }

    private McpServerObservationContext context(JsonRpcRequest request) {
        return new McpServerObservationContext(
                this.serverName,
                this.observer.peer(),
                isKnown(request.method()) ? request.method() : McpMessage.UNKNOWN,
                String.valueOf(request.id().toJson()),
                TraceFields.received(meta(request)));
    }

    /** Only known methods are reported, because a server can request any number of methods. */
    private boolean isKnown(String method) {
        return KNOWN.contains(method) || this.handled.test(method);
    }

    private static Map<?, ?> meta(JsonRpcRequest request) {
        return (request.params() instanceof Map<?, ?> params && params.get("_meta") instanceof Map<?, ?> meta)
                ? meta
                : Map.of();
    }

    private void failed(McpServerObservationContext context, Observation observation, Failure failure) {
        context.setErrorType(failure.type());
        context.setStatusCode(failure.statusCode());
        try {
            observation.error(failure.cause());
        } catch (Throwable ex) {
            this.observer.failures().log(ex);
        }
    }

    private void stop(McpServerObservationContext context, Observation observation) {
        context.setProtocolVersion(this.observer.protocolVersion());
        try {
            observation.stop();
        } catch (Throwable ex) {
            this.observer.failures().log(ex);
        }
    }
}
