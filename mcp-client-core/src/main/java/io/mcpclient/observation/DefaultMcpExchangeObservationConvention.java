package io.mcpclient.observation;

import io.micrometer.common.KeyValues;

/**
 * Names and attributes of exchanges after the conventions of OpenTelemetry for MCP. Thread-safe; can be extended.
 *
 * @see McpClientObservationDocumentation
 */
public class DefaultMcpExchangeObservationConvention implements McpExchangeObservationConvention {

    /** Name of the metric; its values are seconds. */
    public static final String NAME = "mcp.client.exchange.duration";

    @Override
    public String getName() {
        return NAME;
    }

    @Override
    public String getContextualName(McpExchangeObservationContext context) {
        return Attributes.name(context.getMessage());
    }

    @Override
    public KeyValues getLowCardinalityKeyValues(McpExchangeObservationContext context) {
        return Attributes.ofMetric(context);
    }

    @Override
    public KeyValues getHighCardinalityKeyValues(McpExchangeObservationContext context) {
        return Attributes.ofSpan(context);
    }
}
