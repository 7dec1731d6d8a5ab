package io.mcpclient.autoconfigure.compose;

import java.net.URI;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.docker.compose.core.RunningService;
import org.springframework.boot.docker.compose.service.connection.DockerComposeConnectionDetailsFactory;
import org.springframework.boot.docker.compose.service.connection.DockerComposeConnectionSource;
import org.springframework.boot.ssl.SslBundle;

import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.spring.McpConnectionDetails;
import io.mcpclient.text.SafeText;

/**
 * Creates connection details for Docker Compose services with labels:
 *
 * <pre>
 *  org.springframework.boot.service-connection: mcp    required, unless the next one is present
 *  io.mcpclient.server: weather                        name of the server, by default that of the service
 *  io.mcpclient.port: 8080                             port in the container, by default its only port
 *  io.mcpclient.path: /mcp                             path of the endpoint, the default
 * </pre>
 */
class McpDockerComposeConnectionDetailsFactory extends DockerComposeConnectionDetailsFactory<McpConnectionDetails> {

    private static final String CONNECTION_LABEL = "org.springframework.boot.service-connection";

    private static final String SERVER_LABEL = "io.mcpclient.server";

    private static final String PORT_LABEL = "io.mcpclient.port";

    private static final String PATH_LABEL = "io.mcpclient.path";

    McpDockerComposeConnectionDetailsFactory() {
        super(source -> isMcp(source.getRunningService().labels()));
    }

    private static boolean isMcp(Map<String, String> labels) {
        return labels.containsKey(SERVER_LABEL) || "mcp".equals(labels.get(CONNECTION_LABEL));
    }

    @Override
    protected McpConnectionDetails getDockerComposeConnectionDetails(DockerComposeConnectionSource source) {
        return new Details(source.getRunningService());
    }

    private static final class Details extends DockerComposeConnectionDetails implements McpConnectionDetails {

        private final String serverName;

        private final URI url;

        private final @Nullable SslBundle sslBundle;

        Details(RunningService service) {
            super(service);
            Map<String, String> labels = service.labels();
            this.serverName = labels.getOrDefault(SERVER_LABEL, service.name());
            this.sslBundle = getSslBundle(service);
            String path = labels.getOrDefault(PATH_LABEL, "/mcp");
            this.url = URI.create(((this.sslBundle != null) ? "https" : "http") + "://" + service.host() + ":"
                    + port(service, labels.get(PORT_LABEL)) + (path.startsWith("/") ? path : "/" + path));
        }

        private int port(RunningService service, @Nullable String label) {
            List<Integer> all = service.ports().getAll();
            if (label == null && all.size() == 1) {
                return all.get(0);
            }
            try {
                return service.ports().get(Integer.parseInt(String.valueOf(label)));
            } catch (IllegalArgumentException | IllegalStateException ex) {
                throw new McpConfigurationException(
                        this.serverName,
                        "the Docker Compose service " + SafeText.excerpt(service.name()),
                        "publishes " + all.size() + " ports, and its label " + PORT_LABEL
                                + ((label != null) ? " names none of them" : " is missing"),
                        "Publish the port of the MCP endpoint, and set the label to this port of the container.");
            }
        }

        @Override
        public String serverName() {
            return this.serverName;
        }

        @Override
        public URI url() {
            return this.url;
        }

        @Override
        public @Nullable SslBundle sslBundle() {
            return this.sslBundle;
        }
    }
}
