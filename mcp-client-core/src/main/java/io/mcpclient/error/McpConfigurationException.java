package io.mcpclient.error;

/** Thrown when a setting is invalid. Nothing is sent or started until it is corrected. */
public final class McpConfigurationException extends McpException {

    private final String property;

    /**
     * Creates the exception.
     * @param serverName configured name of the server that the setting belongs to
     * @param property name of the setting, for example {@code mcp.servers.weather.url}
     * @param problem the problem with its value
     * @param remedy what to change, as a sentence
     */
    public McpConfigurationException(String serverName, String property, String problem, String remedy) {
        super(McpErrorDetails.of(serverName, "configuration", McpOutcome.NOT_SENT, property + " " + problem)
                .withRemedy(remedy));
        this.property = property;
    }

    /**
     * Returns the name of the invalid setting.
     * @return the property as it is written in the configuration
     */
    public String property() {
        return this.property;
    }
}
