package io.mcpclient.settings;

import java.time.Duration;

/**
 * Handling of tool definitions, calls and results. Immutable.
 *
 * @param outputValidation policy for results that violate the tool's declared output schema
 * @param pinning policy for tool definitions that change after they were first seen, and for tools that appear after the first list; if
 *     {@linkplain McpSessionSettings sessions} are stored, so are the known definitions
 * @param approval policy for which calls need approval
 * @param approvalTimeout maximum time to wait for an approval, which does not count against the deadline of the call; positive
 */
public record McpToolSettings(
        McpOutputValidation outputValidation,
        McpToolPinning pinning,
        McpApprovalPolicy approval,
        Duration approvalTimeout) {

    private static final McpToolSettings DEFAULTS = new McpToolSettings(
            McpOutputValidation.FAIL, McpToolPinning.OFF, McpApprovalPolicy.NONE, Duration.ofMinutes(5));

    /**
     * Validates the settings.
     * @throws io.mcpclient.error.McpConfigurationException if the time to wait for an approval is not positive
     */
    public McpToolSettings {
        SettingChecks.positive("tools.approval-timeout", approvalTimeout, "5m");
    }

    /**
     * Returns the defaults: invalid results fail, definitions are not pinned, no call needs approval; an approval may take 5
     * minutes.
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
        return new McpToolSettings(outputValidation, this.pinning, this.approval, this.approvalTimeout);
    }

    /**
     * Returns a copy with the given value.
     * @param pinning policy for tool definitions that change after they were first seen, and for tools that appear after the first list; if
     *     {@linkplain McpSessionSettings sessions} are stored, so are the known definitions
     * @return the copy
     */
    public McpToolSettings withPinning(McpToolPinning pinning) {
        return new McpToolSettings(this.outputValidation, pinning, this.approval, this.approvalTimeout);
    }

    /**
     * Returns a copy with the given value.
     * @param approval policy for which calls need approval; any but {@link McpApprovalPolicy#NONE} needs an
     *     {@link io.mcpclient.McpClientBuilder#toolApproval approval} to ask
     * @return the copy
     */
    public McpToolSettings withApproval(McpApprovalPolicy approval) {
        return new McpToolSettings(this.outputValidation, this.pinning, approval, this.approvalTimeout);
    }

    /**
     * Returns a copy with the given value.
     * @param approvalTimeout maximum time to wait for an approval; positive
     * @return the copy
     */
    public McpToolSettings withApprovalTimeout(Duration approvalTimeout) {
        return new McpToolSettings(this.outputValidation, this.pinning, this.approval, approvalTimeout);
    }
}
