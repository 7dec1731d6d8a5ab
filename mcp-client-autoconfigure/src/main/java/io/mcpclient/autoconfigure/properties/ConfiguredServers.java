package io.mcpclient.autoconfigure.properties;

import java.util.Map;

import io.mcpclient.autoconfigure.properties.ServerProperties.Start;

/**
 * Properties of the servers as they are configured now: at first those that the application started with, then those of
 * {@link io.mcpclient.spring.McpServers}. Thread-safe.
 */
public final class ConfiguredServers {

    private volatile State state;

    private record State(ServerProperties defaults, Map<String, ServerProperties> servers) {}

    /**
     * Creates the servers that the application starts with.
     * @param properties bound properties
     */
    public ConfiguredServers(McpProperties properties) {
        this.state = new State(properties.defaults(), properties.servers());
    }

    /**
     * Continues with servers and defaults that were changed.
     * @param defaults settings of all servers
     * @param servers settings of the servers by name
     */
    public void update(ServerProperties defaults, Map<String, ServerProperties> servers) {
        this.state = new State(defaults, servers);
    }

    /**
     * Continues with servers that were changed.
     * @param servers settings of the servers by name
     */
    public void update(Map<String, ServerProperties> servers) {
        update(defaults(), servers);
    }

    /**
     * Returns the settings of all servers.
     * @return {@code mcp.defaults}
     */
    public ServerProperties defaults() {
        return this.state.defaults();
    }

    /**
     * Returns the servers, whether they are enabled or not.
     * @return their own settings by name
     */
    public Map<String, ServerProperties> byName() {
        return this.state.servers();
    }

    /**
     * Returns whether a server is required.
     * @param name name of the server
     * @return whether it, or else {@code mcp.defaults}, is marked as required; {@code false} for an unknown server
     */
    public boolean isRequired(String name) {
        State current = this.state;
        ServerProperties server = current.servers().get(name);
        return server != null && isRequired(server, current.defaults());
    }

    private static boolean isRequired(ServerProperties server, ServerProperties defaults) {
        return Boolean.TRUE.equals((server.required() != null) ? server.required() : defaults.required());
    }

    /**
     * Returns whether a server is connected at application startup.
     * @param name name of the server
     * @return whether {@code start} is eager for it, or it is required; {@code false} for an unknown server
     */
    public boolean isEager(String name) {
        State current = this.state;
        ServerProperties server = current.servers().get(name);
        if (server == null) {
            return false;
        }
        Start start =
                (server.start() != null) ? server.start() : current.defaults().start();
        return start != Start.LAZY || isRequired(server, current.defaults());
    }
}
