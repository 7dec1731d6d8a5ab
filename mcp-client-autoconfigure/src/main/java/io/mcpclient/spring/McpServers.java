package io.mcpclient.spring;

import java.util.Map;
import java.util.Set;

import io.mcpclient.McpClient;

/**
 * Changes the MCP servers of an application while it runs. Servers have the keys of {@code mcp.servers.<name>}, the defaults of
 * {@code mcp.defaults} other than credentials, and the handlers, interceptors, customizers and observation of the application. Clients that were
 * injected before continue with the new settings of their server; calls in flight complete with the old ones. The settings of
 * {@code mcp.tools} are those of the start. Thread-safe; no method waits for a server.
 */
public interface McpServers {

    /**
     * Adds a server. Values are final: placeholders are not resolved, and nothing in a value reads properties or environment
     * variables. For placeholders, call {@link org.springframework.core.env.Environment#resolvePlaceholders} on text of the
     * application itself. Take only the values from users of the application, never the keys: {@code command} runs a program,
     * {@code auth.token-file} reads a file. Credentials in {@code mcp.defaults} ({@code auth}, {@code headers}, {@code env},
     * {@code inherit-env}, {@code ssl}) and {@code McpCredentials} beans for all servers do not apply, unless
     * {@code inherit-credentials} is {@code true}; credentials of a proxy are for the proxy, and do apply. A {@code url} is configuration, and SSRF protection for URLs that servers supply does
     * not apply to it; set {@code public-addresses-only} for the URL of a user.
     * @param name name of the server
     * @param properties the keys of {@code mcp.servers.<name>} with their values, for example {@code url} or
     *     {@code headers.X-Tenant}: text, numbers, booleans, lists and maps of them
     * @return its client, which connects in the background unless {@code start} is {@code lazy}
     * @throws io.mcpclient.error.McpConfigurationException if a key or a value is not valid, or the policy refuses the server, see
     *     {@link McpServerPolicy}
     * @throws io.mcpclient.error.McpRejectedException if there is a server of that name
     */
    McpClient add(String name, Map<String, ?> properties);

    /**
     * Replaces all settings of a server.
     * @param name name of the server
     * @param properties the keys of {@code mcp.servers.<name>} with their values, which are final, without the
     *     credentials of {@code mcp.defaults}, see {@link #add}
     * @return its client
     * @throws io.mcpclient.error.McpConfigurationException if a key or a value is not valid, or the policy refuses the server; nothing
     *     is changed
     * @throws io.mcpclient.error.McpRejectedException if there is no server of that name
     */
    McpClient replace(String name, Map<String, ?> properties);

    /**
     * Removes a server. Its calls in flight complete within {@code shutdown-timeout}, new ones are rejected.
     * @param name name of the server
     * @return whether there was a server of that name
     */
    boolean remove(String name);

    /**
     * Disables a server until it is enabled again, or the application is started again: its tools are no longer offered, its
     * calls in flight complete, and new ones are rejected.
     * @param name name of the server
     * @return whether there is an enabled server of that name
     */
    boolean disable(String name);

    /**
     * Enables a server that was disabled. Clients that were injected before can be used again.
     * @param name name of the server
     * @return whether there is a disabled server of that name
     * @throws io.mcpclient.error.McpConfigurationException if the policy has changed and refuses the server now
     */
    boolean enable(String name);

    /**
     * Returns the servers that were disabled.
     * @return the names, in order
     */
    Set<String> disabled();

    /**
     * Binds {@code mcp.servers}, {@code mcp.defaults}, {@code mcp.policy} and the files of {@code mcp.config-locations} again, and
     * adds, replaces and removes the servers that have changed since. Other servers are left alone, those that were added here
     * included, unless the policy refuses them now: then they are disabled.
     * @return what was changed
     * @throws io.mcpclient.error.McpConfigurationException if a setting is not valid; nothing is changed
     */
    Changes reload();

    /**
     * What was changed.
     *
     * @param added names of added servers
     * @param replaced names of servers whose settings were replaced
     * @param removed names of removed servers, and of those that are disabled because the policy refuses them
     */
    record Changes(Set<String> added, Set<String> replaced, Set<String> removed) {

        /** Whether nothing was changed. */
        public boolean isEmpty() {
            return this.added.isEmpty() && this.replaced.isEmpty() && this.removed.isEmpty();
        }
    }
}
