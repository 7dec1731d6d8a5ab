package io.mcpclient.observation;

import io.micrometer.common.KeyValues;

import io.mcpclient.observation.McpClientObservationDocumentation.HighCardinalityKeys;

/**
 * Names and attributes of requests of servers after the conventions of OpenTelemetry for MCP. Thread-safe; can be extended.
 *
 * @see McpClientObservationDocumentation
 */
public class DefaultMcpServerObservationConvention implements McpServerObservationConvention {

    /** Name of the metric; its values are seconds. */
    public static final String NAME = "mcp.server.operation.duration";

    @Override
    public String getName() {
        return NAME;
    }

    @Override
    public String getContextualName(McpServerObservationContext context) {
        return context.getMethod();
    }

    @Override
    public KeyValues getLowCardinalityKeyValues(McpServerObservationContext context) {
        return Attributes.ofMetric(context);
    }

    @Override
    public KeyValues getHighCardinalityKeyValues(McpServerObservationContext context) {
        return KeyValues.of(HighCardinalityKeys.REQUEST_ID.withValue(context.getRequestId()));
    }
}
