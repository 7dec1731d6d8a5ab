package io.mcpclient.test.container;

import java.net.URI;
import java.util.List;
import java.util.Map;

import org.springframework.boot.testcontainers.service.connection.ContainerConnectionDetailsFactory;
import org.springframework.boot.testcontainers.service.connection.ContainerConnectionSource;
import org.testcontainers.containers.GenericContainer;

import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.spring.McpConnectionDetails;

/**
 * Creates the connection details of any container with {@code @ServiceConnection(name = "mcp")}. Its labels are those of Docker
 * Compose services: {@code io.mcpclient.server}, required; {@code io.mcpclient.port}, by default the first exposed port; and
 * {@code io.mcpclient.path}, by default {@code /mcp}.
 */
class McpGenericContainerConnectionDetailsFactory
        extends ContainerConnectionDetailsFactory<GenericContainer<?>, McpConnectionDetails> {

    private static final String SERVER_LABEL = "io.mcpclient.server";

    private static final String PORT_LABEL = "io.mcpclient.port";

    private static final String PATH_LABEL = "io.mcpclient.path";

    McpGenericContainerConnectionDetailsFactory() {
        super("mcp");
    }

    /** The other factory knows more about its own type. */
    @Override
    protected boolean sourceAccepts(
            ContainerConnectionSource<GenericContainer<?>> source,
            Class<?> requiredContainerType,
            Class<?> requiredConnectionDetailsType) {
        return !source.accepts(ANY_CONNECTION_NAME, McpServerContainer.class, requiredConnectionDetailsType)
                && super.sourceAccepts(source, requiredContainerType, requiredConnectionDetailsType);
    }

    @Override
    protected McpConnectionDetails getContainerConnectionDetails(
            ContainerConnectionSource<GenericContainer<?>> source) {
        return new Details(source);
    }

    private static final class Details extends ContainerConnectionDetails<GenericContainer<?>>
            implements McpConnectionDetails {

        Details(ContainerConnectionSource<GenericContainer<?>> source) {
            super(source);
        }

        @Override
        public String serverName() {
            String name = labels().get(SERVER_LABEL);
            if (name == null) {
                throw new McpConfigurationException(
                        "",
                        "the label " + SERVER_LABEL,
                        "is missing at a container that is a connection to an MCP server",
                        "Set it to the name of the server, or use McpServerContainer.");
            }
            return name;
        }

        @Override
        public URI url() {
            GenericContainer<?> container = getContainer();
            String label = labels().get(PORT_LABEL);
            List<Integer> exposed = container.getExposedPorts();
            if (label == null && exposed.isEmpty()) {
                throw new McpConfigurationException(
                        serverName(),
                        "the container",
                        "exposes no port",
                        "Expose the port of the MCP endpoint with withExposedPorts.");
            }
            int port = (label != null) ? Integer.parseInt(label) : exposed.get(0);
            return URI.create("http://" + container.getHost() + ":" + container.getMappedPort(port)
                    + labels().getOrDefault(PATH_LABEL, "/mcp"));
        }

        private Map<String, String> labels() {
            return getContainer().getLabels();
        }
    }
}
