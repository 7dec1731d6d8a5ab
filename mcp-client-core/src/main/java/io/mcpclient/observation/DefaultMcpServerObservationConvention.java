package io.mcpclient.observation;

import io.micrometer.common.KeyValues;

import io.mcpclient.observation.McpClientObservationDocumentation.HighCardinalityKeys;

/**
 * Names and attributes of server requests according to the OpenTelemetry conventions for MCP. Thread-safe; can be extended.
 *
 * @see McpClientObservationDocumentation
 */
public class DefaultMcpServerObservationConvention implements McpServerObservationConvention {

    /** Name of the metric, in seconds. */
    public static final String NAME = "mcp.server.operation.duration";

    private final boolean serverName;

    /** Creates a convention that adds {@code mcp.server.name}, the configured name of the server. */
    public DefaultMcpServerObservationConvention() {
        this(true);
    }

    /**
     * Creates a convention.
     * @param serverName whether to add {@code mcp.server.name}, the configured name of the server, which is not part of the
     *     OpenTelemetry conventions
     */
    public DefaultMcpServerObservationConvention(boolean serverName) {
        this.serverName = serverName;
    }

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
        return MetricAttributes.of(context, this.serverName);
    }

    @Override
    public KeyValues getHighCardinalityKeyValues(McpServerObservationContext context) {
        return KeyValues.of(HighCardinalityKeys.REQUEST_ID.withValue(context.getRequestId()));
    }
}
