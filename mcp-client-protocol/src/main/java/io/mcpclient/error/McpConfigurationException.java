package io.mcpclient.error;

/** Thrown when a setting is invalid. Nothing is sent or started until it is corrected. */
public final class McpConfigurationException extends McpException {

    private final String property;

    private final String violation;

    /**
     * Creates the exception.
     * @param serverName configured name of the server that the setting belongs to; empty if the setting belongs to none yet
     * @param property name of the setting, for example {@code mcp.servers.weather.url}
     * @param problem the problem with its value
     * @param remedy what to change, as a sentence
     */
    public McpConfigurationException(String serverName, String property, String problem, String remedy) {
        super(McpErrorDetails.of(serverName, "configuration", McpOutcome.NOT_SENT, property + " " + problem)
                .withRemedy(remedy));
        this.property = property;
        this.violation = problem;
    }

    /**
     * Returns the same error for the setting of a server.
     * @param serverName configured name of the server
     * @param property name of the setting as the user has written it
     * @return an exception with the same problem and remedy
     */
    public McpConfigurationException at(String serverName, String property) {
        return new McpConfigurationException(serverName, property, this.violation, String.valueOf(remedy()));
    }

    /**
     * Returns the name of the invalid setting.
     * @return the property as it is written in the configuration
     */
    public String property() {
        return this.property;
    }
}
