package io.mcpclient.observation;

import io.micrometer.common.KeyValues;

/**
 * Names and attributes of operations after the conventions of OpenTelemetry for MCP. Thread-safe; can be extended.
 *
 * @see McpClientObservationDocumentation
 */
public class DefaultMcpClientObservationConvention implements McpClientObservationConvention {

    /** Name of the metric; its values are seconds. */
    public static final String NAME = "mcp.client.operation.duration";

    @Override
    public String getName() {
        return NAME;
    }

    @Override
    public String getContextualName(McpClientObservationContext context) {
        return Attributes.name(context.getMessage());
    }

    @Override
    public KeyValues getLowCardinalityKeyValues(McpClientObservationContext context) {
        return Attributes.ofMetric(context);
    }

    @Override
    public KeyValues getHighCardinalityKeyValues(McpClientObservationContext context) {
        return Attributes.ofSpan(context);
    }
}
