package io.mcpclient.observation;

import io.micrometer.common.KeyValues;

/**
 * Names and attributes of exchanges according to the OpenTelemetry conventions for MCP. Thread-safe; can be extended.
 *
 * @see McpClientObservationDocumentation
 */
public class DefaultMcpExchangeObservationConvention implements McpExchangeObservationConvention {

    /** Name of the metric, in seconds. */
    public static final String NAME = "mcp.client.exchange.duration";

    private final MetricAttributes attributes;

    /** Creates a convention that adds {@code mcp.server.name}, the configured name of the server. */
    public DefaultMcpExchangeObservationConvention() {
        this(true);
    }

    /**
     * Creates a convention.
     * @param serverName whether to add {@code mcp.server.name}, the configured name of the server, which is not part of the
     *     OpenTelemetry conventions
     */
    public DefaultMcpExchangeObservationConvention(boolean serverName) {
        this.attributes = new MetricAttributes(serverName);
    }

    @Override
    public String getName() {
        return NAME;
    }

    @Override
    public String getContextualName(McpExchangeObservationContext context) {
        return SpanAttributes.name(context.getMessage());
    }

    @Override
    public KeyValues getLowCardinalityKeyValues(McpExchangeObservationContext context) {
        return this.attributes.of(context);
    }

    @Override
    public KeyValues getHighCardinalityKeyValues(McpExchangeObservationContext context) {
        return SpanAttributes.of(context);
    }
}
