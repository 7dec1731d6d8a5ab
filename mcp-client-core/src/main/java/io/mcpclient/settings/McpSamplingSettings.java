package io.mcpclient.settings;

import io.mcpclient.error.McpConfigurationException;

/**
 * The sampling budget of a server. Requests beyond it are rejected. Immutable.
 *
 * @param maxRequestsPerMinute maximum number of requests within any minute, at least 1
 * @param maxTokens maximum number of tokens of one response, at least 1; more are never requested from the handler
 */
public record McpSamplingSettings(int maxRequestsPerMinute, int maxTokens) {

    private static final McpSamplingSettings DEFAULTS = new McpSamplingSettings(60, 16_384);

    /**
     * Checks the values.
     * @throws McpConfigurationException if one is out of its range; it names the property
     */
    public McpSamplingSettings {
        SettingChecks.atLeast("sampling.max-requests-per-minute", maxRequestsPerMinute, 1);
        SettingChecks.atLeast("sampling.max-tokens", maxTokens, 1);
    }

    /**
     * Returns the defaults: 60 requests per minute of 16,384 tokens.
     * @return the settings
     */
    public static McpSamplingSettings defaults() {
        return DEFAULTS;
    }

    /**
     * Returns a copy with the given value.
     * @param maxRequestsPerMinute maximum number of requests within any minute, at least 1
     * @return the copy
     */
    public McpSamplingSettings withMaxRequestsPerMinute(int maxRequestsPerMinute) {
        return new McpSamplingSettings(maxRequestsPerMinute, this.maxTokens);
    }

    /**
     * Returns a copy with the given value.
     * @param maxTokens maximum number of tokens of one response, at least 1; more are never requested from the handler
     * @return the copy
     */
    public McpSamplingSettings withMaxTokens(int maxTokens) {
        return new McpSamplingSettings(this.maxRequestsPerMinute, maxTokens);
    }
}
