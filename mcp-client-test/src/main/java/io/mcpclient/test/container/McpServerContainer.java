package io.mcpclient.test.container;

import java.net.URI;

import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * An MCP server in a container, reached over HTTP. With {@code @ServiceConnection} it replaces {@code url} or {@code command} of the
 * server in {@code mcp.servers.<name>}:
 *
 * <pre>{@code
 * @Container
 * @ServiceConnection
 * static McpServerContainer weather = new McpServerContainer("weather", "example/weather:1").withMcpPort(3001);
 * }</pre>
 *
 * Spring Boot creates one connection of a kind for each test. For further servers, register {@link #url()} as {@code
 * mcp.servers.<name>.url} in a {@code DynamicPropertyRegistrar}.
 *
 * <p>Not thread-safe before it is started.
 */
public class McpServerContainer extends GenericContainer<McpServerContainer> {

    private static final int DEFAULT_PORT = 8080;

    private static final int MAX_PORT = 65_535;

    private static final String DEFAULT_PATH = "/mcp";

    private final String serverName;

    private int port = DEFAULT_PORT;

    private String path = DEFAULT_PATH;

    /**
     * Creates a container of a server with port 8080 and path {@code /mcp}.
     * @param serverName name of the server as in {@code mcp.servers.<name>}
     * @param image name of the image
     */
    public McpServerContainer(String serverName, String image) {
        this(serverName, DockerImageName.parse(image));
    }

    /**
     * Creates a container of a server with port 8080 and path {@code /mcp}.
     * @param serverName name of the server as in {@code mcp.servers.<name>}
     * @param image name of the image
     */
    public McpServerContainer(String serverName, DockerImageName image) {
        super(image);
        if (serverName.isBlank()) {
            throw new IllegalArgumentException(
                    "The name of the server is blank. Pass the name as in mcp.servers.<name>.");
        }
        this.serverName = serverName;
    }

    /**
     * Sets the port of the endpoint.
     * @param port port in the container, 1 to 65535
     * @return this container
     */
    public McpServerContainer withMcpPort(int port) {
        if (port < 1 || port > MAX_PORT) {
            throw new IllegalArgumentException(
                    message("the port of MCP is invalid: " + port, "Pass a port from 1 to " + MAX_PORT + "."));
        }
        this.port = port;
        return self();
    }

    /**
     * Sets the path of the endpoint.
     * @param path path with a leading slash
     * @return this container
     */
    public McpServerContainer withMcpPath(String path) {
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException(
                    message("the path of MCP has no leading slash: " + path, "Pass a path such as /mcp."));
        }
        this.path = path;
        return self();
    }

    private String message(String problem, String remedy) {
        return "Container of the MCP server \"" + this.serverName + "\": " + problem + ". " + remedy;
    }

    @Override
    protected void configure() {
        addExposedPort(this.port);
        super.configure();
    }

    /**
     * Returns the name of the server.
     * @return the name as in {@code mcp.servers.<name>}
     */
    public String serverName() {
        return this.serverName;
    }

    /**
     * Returns the URL of the endpoint.
     * @return the URL, with the mapped port
     * @throws IllegalStateException if the container is not running
     */
    public URI url() {
        return URI.create("http://" + getHost() + ":" + getMappedPort(this.port) + this.path);
    }
}
