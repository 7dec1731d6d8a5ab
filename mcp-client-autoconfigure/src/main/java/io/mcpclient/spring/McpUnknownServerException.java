package io.mcpclient.spring;

import java.util.Collection;
import java.util.List;

import io.mcpclient.text.KnownNames;

/** Thrown when the application cannot start because a bean refers to an MCP server that is not configured. */
public final class McpUnknownServerException extends RuntimeException {

    private final String beanName;

    private final String annotation;

    private final String serverName;

    private final List<String> servers;

    /**
     * Creates the exception.
     * @param beanName name of the bean that refers to the server
     * @param serverName the unknown name
     * @param servers names of the configured servers
     */
    public McpUnknownServerException(String beanName, String serverName, Collection<String> servers) {
        this(beanName, "McpServer", serverName, servers);
    }

    /**
     * Creates the exception for another annotation.
     * @param beanName name of the bean that refers to the server
     * @param annotation simple name of the annotation in which the server is named
     * @param serverName the unknown name
     * @param servers names of the configured servers
     */
    public McpUnknownServerException(
            String beanName, String annotation, String serverName, Collection<String> servers) {
        super("The bean \"" + beanName + "\" is annotated with @" + annotation + "(\"" + serverName
                + "\"), but no MCP server of this name is configured. "
                + KnownNames.remedy("servers", serverName, servers));
        this.beanName = beanName;
        this.annotation = annotation;
        this.serverName = serverName;
        this.servers = List.copyOf(servers);
    }

    /**
     * Returns the name of the bean.
     * @return the name in the context of the application
     */
    public String beanName() {
        return this.beanName;
    }

    /**
     * Returns the annotation in which the server is named.
     * @return its simple name, for example {@code McpServer}
     */
    public String annotation() {
        return this.annotation;
    }

    /**
     * Returns the name of the server that is not configured.
     * @return the name in the annotation of the bean
     */
    public String serverName() {
        return this.serverName;
    }

    /**
     * Returns the names of the servers that are configured.
     * @return all names under {@code mcp.servers}, including those of disabled servers
     */
    public List<String> servers() {
        return this.servers;
    }
}
