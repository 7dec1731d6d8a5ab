package io.mcpclient.autoconfigure;

import java.util.List;

/** Servers that the application may use: {@code mcp.policy}. Binding only. */
public class PolicyProperties {

    /** Patterns of the only servers that may be used, such as https://*.example.com/mcp or command:npx. Empty for all. */
    private List<String> allowedServers = List.of();

    /** Patterns of servers that may not be used, even if they are allowed. */
    private List<String> deniedServers = List.of();

    public List<String> getAllowedServers() {
        return this.allowedServers;
    }

    public void setAllowedServers(List<String> allowedServers) {
        this.allowedServers = allowedServers;
    }

    public List<String> getDeniedServers() {
        return this.deniedServers;
    }

    public void setDeniedServers(List<String> deniedServers) {
        this.deniedServers = deniedServers;
    }
}
