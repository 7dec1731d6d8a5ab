package io.mcpclient.observation;

import io.micrometer.common.KeyValues;

/**
 * Names and attributes of operations according to the OpenTelemetry conventions for MCP. Thread-safe; can be extended.
 *
 * @see McpClientObservationDocumentation
 */
public class DefaultMcpClientObservationConvention implements McpClientObservationConvention {

    /** Name of the metric, in seconds. */
    public static final String NAME = "mcp.client.operation.duration";

    private final MetricAttributes attributes;

    /** Creates a convention that adds {@code mcp.server.name}, the configured name of the server. */
    public DefaultMcpClientObservationConvention() {
        this(true);
    }

    /**
     * Creates a convention.
     * @param serverName whether to add {@code mcp.server.name}, the configured name of the server, which is not part of the
     *     OpenTelemetry conventions
     */
    public DefaultMcpClientObservationConvention(boolean serverName) {
        this.attributes = new MetricAttributes(serverName);
    }

    @Override
    public String getName() {
        return NAME;
    }

    @Override
    public String getContextualName(McpClientObservationContext context) {
        return SpanAttributes.name(context.getMessage());
    }

    @Override
    public KeyValues getLowCardinalityKeyValues(McpClientObservationContext context) {
        return this.attributes.of(context);
    }

    @Override
    public KeyValues getHighCardinalityKeyValues(McpClientObservationContext context) {
        return SpanAttributes.of(context);
    }
}
