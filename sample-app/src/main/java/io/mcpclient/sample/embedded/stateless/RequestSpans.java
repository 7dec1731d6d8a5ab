package io.mcpclient.sample.embedded.stateless;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

import io.micrometer.observation.ObservationRegistry;
import tools.jackson.databind.JsonNode;

import io.mcpclient.observation.DefaultMcpServerObservationConvention;
import io.mcpclient.observation.McpClientObservationDocumentation;
import io.mcpclient.observation.McpMessage;
import io.mcpclient.observation.McpServerObservationContext;
import io.mcpclient.transport.McpPeer;

/**
 * Creates a span for each request, as a child of the client's span in {@code _meta}: the HTTP request has a separate span.
 *
 * @see "MCP 2026-07-28, basic/index, _meta"
 */
final class RequestSpans {

    private static final String[] FIELDS = {"traceparent", "tracestate"};

    private static final McpPeer PEER = new McpPeer("tcp", "http", "1.1", null, null);

    /** Known methods: arbitrary names must not become metric names. */
    private static final Set<String> METHODS = Set.of(
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

    private final String server;

    private final ObservationRegistry registry;

    RequestSpans(String server, ObservationRegistry registry) {
        this.server = server;
        this.registry = registry;
    }

    PendingResponse within(RpcRequest request, Supplier<PendingResponse> work) {
        DefaultMcpServerObservationConvention convention = new DefaultMcpServerObservationConvention();
        return McpClientObservationDocumentation.SERVER_OPERATION
                .observation(convention, convention, () -> context(request), this.registry)
                .observe(work);
    }

    private McpServerObservationContext context(RpcRequest request) {
        return new McpServerObservationContext(
                this.server,
                PEER,
                METHODS.contains(request.method()) ? request.method() : McpMessage.UNKNOWN,
                request.id().asString(),
                carrier(request.meta()));
    }

    private static Map<String, String> carrier(JsonNode meta) {
        Map<String, String> carrier = new LinkedHashMap<>();
        for (String field : FIELDS) {
            if (meta.path(field).isString()) {
                carrier.put(field, meta.path(field).stringValue());
            }
        }
        return carrier;
    }
}
