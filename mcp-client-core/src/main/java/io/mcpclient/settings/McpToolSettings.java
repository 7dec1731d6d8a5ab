package io.mcpclient.settings;

/**
 * Handling of tool definitions and results. Immutable.
 *
 * @param outputValidation policy for results that violate the tool's declared output schema
 * @param pinning policy for tool definitions that change after they were first seen, and for tools that appear after the first list; if
 *     {@linkplain McpSessionSettings sessions} are stored, so are the known definitions
 */
public record McpToolSettings(McpOutputValidation outputValidation, McpToolPinning pinning) {

    private static final McpToolSettings DEFAULTS = new McpToolSettings(McpOutputValidation.FAIL, McpToolPinning.OFF);

    /**
     * Returns the defaults: invalid results fail, definitions are not pinned.
     * @return the settings
     */
    public static McpToolSettings defaults() {
        return DEFAULTS;
    }

    /**
     * Returns a copy with the given value.
     * @param outputValidation policy for results that violate the tool's declared output schema
     * @return the copy
     */
    public McpToolSettings withOutputValidation(McpOutputValidation outputValidation) {
        return new McpToolSettings(outputValidation, this.pinning);
    }

    /**
     * Returns a copy with the given value.
     * @param pinning policy for tool definitions that change after they were first seen, and for tools that appear after the first list; if
     *     {@linkplain McpSessionSettings sessions} are stored, so are the known definitions
     * @return the copy
     */
    public McpToolSettings withPinning(McpToolPinning pinning) {
        return new McpToolSettings(this.outputValidation, pinning);
    }
}
