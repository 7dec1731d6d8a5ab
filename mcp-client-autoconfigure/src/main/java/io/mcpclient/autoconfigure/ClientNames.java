package io.mcpclient.autoconfigure;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;

import io.mcpclient.McpClient;
import io.mcpclient.error.McpConfigurationException;

/**
 * The names of clients, of which an application may define some itself.
 *
 * @param beans has the clients
 */
record ClientNames(ListableBeanFactory beans) {

    /**
     * Rejects clients of the same name.
     * @throws McpConfigurationException if there are some; it names their beans
     */
    void requireUnique(List<McpClient> clients) {
        Map<String, McpClient> byName = new HashMap<>();
        for (McpClient client : clients) {
            McpClient other = byName.put(client.name(), client);
            if (other != null) {
                throw duplicate(client.name(), List.of(client, other));
            }
        }
    }

    private McpConfigurationException duplicate(String server, List<McpClient> clients) {
        String names = BeanFactoryUtils.beansOfTypeIncludingAncestors(this.beans, McpClient.class).entrySet().stream()
                .filter(bean -> clients.contains(bean.getValue()))
                .map(Map.Entry::getKey)
                .sorted()
                .collect(Collectors.joining("\", \"", "\"", "\""));
        return new McpConfigurationException(
                server,
                "mcp.servers." + server,
                "has several clients, the beans " + names,
                "Give the client that the application defines another name. To define the client of this server in the"
                        + " application, name its bean \"" + server + "McpClient\", and annotate it with @McpServer(\""
                        + server + "\").");
    }
}
