package io.mcpclient.test;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.observation.DefaultMcpServerObservationConvention;
import io.mcpclient.observation.McpClientObservationDocumentation;
import io.mcpclient.observation.McpMessage;
import io.mcpclient.observation.McpServerObservationContext;
import io.mcpclient.schema.McpMetaKeys;
import io.mcpclient.transport.McpPeer;

/** Observes requests as a server does: the span of a request is a child of the client's span in {@code _meta}. */
record RequestObservations(String server, ObservationRegistry registry) {

    private static final McpPeer PEER = new McpPeer("tcp", "http", "1.1", null, null);

    private static final List<String> FIELDS = List.of(McpMetaKeys.TRACEPARENT, McpMetaKeys.TRACESTATE);

    /** Known methods: arbitrary names must not become metric names. */
    private static final Set<String> METHODS = Set.of(
            "initialize",
            "ping",
            "server/discover",
            "tools/list",
            "tools/call",
            "prompts/list",
            "prompts/get",
            "resources/list",
            "resources/templates/list",
            "resources/read",
            "completion/complete",
            "subscriptions/listen",
            "tasks/get",
            "tasks/update",
            "tasks/cancel");

    Running start(JsonRpcId id, McpTestRequest request) {
        DefaultMcpServerObservationConvention convention = new DefaultMcpServerObservationConvention();
        return new Running(McpClientObservationDocumentation.SERVER_OPERATION
                .observation(convention, convention, () -> context(id, request), this.registry)
                .start());
    }

    private McpServerObservationContext context(JsonRpcId id, McpTestRequest request) {
        Map<String, String> carrier = new LinkedHashMap<>();
        for (String field : FIELDS) {
            if (request.meta().get(field) instanceof String value) {
                carrier.put(field, value);
            }
        }
        String method = METHODS.contains(request.method()) ? request.method() : McpMessage.UNKNOWN;
        return new McpServerObservationContext(this.server, PEER, method, String.valueOf(id.toJson()), carrier);
    }

    /** The observation of one request, which ends once: with its response, or when its client has disconnected. */
    static final class Running {

        private final Observation observation;

        private final AtomicBoolean ended = new AtomicBoolean();

        Running(Observation observation) {
            this.observation = observation;
        }

        void end(@Nullable Throwable failure) {
            if (this.ended.compareAndSet(false, true)) {
                if (failure != null) {
                    this.observation.error(failure);
                }
                this.observation.stop();
            }
        }
    }
}
