package io.mcpclient.spring;

import java.net.URI;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.service.connection.ConnectionDetails;
import org.springframework.boot.ssl.SslBundle;

/**
 * Connection details of one MCP server, for example those of a container, of a Docker Compose service or of a Kubernetes
 * binding. A bean of this type replaces {@code url} or {@code command} of {@code mcp.servers.<name>}, with all settings of the
 * process; its other properties apply. The application does not start if there are several for one server.
 *
 * <p>The server has to be configured under {@code mcp.servers}, with any property, or the bean has to be annotated with {@link
 * McpServer}, which must contain the same name.
 *
 * <p>Read when the application starts. Details may block until the address is known.
 */
public interface McpConnectionDetails extends ConnectionDetails {

    /**
     * Returns the name of the server.
     * @return the name as in {@code mcp.servers.<name>}
     */
    String serverName();

    /**
     * Returns the URL of the server.
     * @return a URL with the same rules as the property {@code url}
     */
    URI url();

    /**
     * Returns headers of each request. They take precedence over those of the properties.
     * @return headers by name, empty by default; values are never logged
     */
    default Map<String, String> headers() {
        return Map.of();
    }

    /**
     * Returns the trust and keys for TLS with the server. They take precedence over {@code ssl.bundle}.
     * @return the bundle, or {@code null}, the default, for that of the properties
     */
    default @Nullable SslBundle sslBundle() {
        return null;
    }
}
