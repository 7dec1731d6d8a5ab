package io.mcpclient.autoconfigure.beans;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import org.springframework.beans.factory.ListableBeanFactory;

import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.spring.McpConnectionDetails;
import io.mcpclient.text.SafeText;

/** The beans that replace the addresses of servers. */
public record ConnectionDetailsBeans(ListableBeanFactory beanFactory) {

    /** Returns the servers that beans name in an annotation, without creating the beans. */
    public Set<String> annotatedServers() {
        Set<String> servers = new TreeSet<>();
        for (String bean : names()) {
            servers.addAll(candidates().servers(bean));
        }
        return servers;
    }

    /**
     * Returns the details by name of the server.
     * @param servers names of the configured servers
     * @throws McpConfigurationException if details name an unknown server, or one that has others
     */
    public Map<String, McpConnectionDetails> byServer(Collection<String> servers) {
        Map<String, McpConnectionDetails> details = new LinkedHashMap<>();
        for (String bean : names()) {
            McpConnectionDetails each = this.beanFactory.getBean(bean, McpConnectionDetails.class);
            String server = SafeText.excerpt(each.serverName());
            List<String> annotated = candidates().servers(bean);
            if (!annotated.isEmpty() && !annotated.contains(each.serverName())) {
                throw new McpConfigurationException(
                        server,
                        "mcp.servers." + server,
                        "has connection details, the bean \"" + bean + "\", which are annotated with another server, \""
                                + annotated.get(0) + "\"",
                        "Use the same name in @McpServer and in serverName().");
            }
            if (!servers.contains(each.serverName())) {
                throw new McpConfigurationException(
                        server,
                        "mcp.servers." + server,
                        "is missing, but there are connection details for it, the bean \"" + bean + "\"",
                        "Set a property of the server, such as mcp.servers." + server
                                + ".start=eager, or annotate the bean with @McpServer(\"" + server + "\").");
            }
            if (details.put(each.serverName(), each) != null) {
                throw new McpConfigurationException(
                        server,
                        "mcp.servers." + server,
                        "has several connection details, one of them the bean \"" + bean + "\"",
                        "Keep one of the beans.");
            }
        }
        return details;
    }

    private String[] names() {
        return candidates().localNames(McpConnectionDetails.class);
    }

    private CandidateBeans candidates() {
        return new CandidateBeans(this.beanFactory);
    }
}
