package io.mcpclient.autoconfigure.auth;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

import io.mcpclient.autoconfigure.properties.McpAuthProperties;
import io.mcpclient.autoconfigure.settings.ToolsMapper;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.support.Loggers;
import io.mcpclient.support.net.Loopback;
import io.mcpclient.text.Explanation;
import io.mcpclient.text.HostNames;

/**
 * URLs of this application for browsers and authorization servers, {@code mcp.auth}. Without a base URL, they use localhost
 * and the port that the application listens on, which suits development only. Thread-safe.
 *
 * <pre>
 *  https://app.example.com            mcp.auth.base-url
 *    /mcp/oauth/authorize/{id}        start of an authorization
 *    /mcp/oauth/callback              redirect endpoint
 *    /mcp/oauth/client-metadata.json  client metadata document
 * </pre>
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization">MCP: Authorization</a>
 */
public final class McpAuthEndpoints {

    private static final Logger logger = Loggers.AUTH;

    private static final Pattern PATH = Pattern.compile("(/[A-Za-z0-9._~-]+)+");

    private final McpAuthProperties properties;

    private final Environment environment;

    private final @Nullable URI baseUrl;

    /**
     * Reads and validates the properties.
     * @param properties {@code mcp.auth}
     * @param environment source of the application's port and context path
     * @throws McpConfigurationException if the base URL or a path is invalid
     */
    public McpAuthEndpoints(McpAuthProperties properties, Environment environment) {
        this.properties = properties;
        this.environment = environment;
        this.baseUrl = baseUrl(properties.baseUrl());
        checkPath("begin.path", beginPath());
        checkPath("callback.path", callbackPath());
        checkPath("client-metadata.path", clientMetadataPath());
        if (List.of(beginPath(), callbackPath(), clientMetadataPath()).stream()
                        .distinct()
                        .count()
                < 3) {
            throw invalid("callback.path", "is already used by another endpoint", "Use a different path.");
        }
        if (this.baseUrl == null) {
            logger.info("mcp.auth.base-url is not set: users who authorize MCP servers are redirected to localhost");
        }
    }

    private static @Nullable URI baseUrl(@Nullable String text) {
        if (!StringUtils.hasText(text)) {
            return null;
        }
        try {
            URI url = new URI(StringUtils.trimTrailingCharacter(text.trim(), '/'));
            Explanation rejection = HostNames.rejection(url);
            if (rejection != null) {
                throw invalid("base-url", rejection.problem(), rejection.remedy());
            }
            boolean http = "https".equals(url.getScheme()) || "http".equals(url.getScheme());
            String path = url.getRawPath();
            if (http
                    && url.getHost() != null
                    && url.getRawUserInfo() == null
                    && url.getRawQuery() == null
                    && url.getRawFragment() == null
                    && (path == null || path.isEmpty() || PATH.matcher(path).matches())
                    && Loopback.isSafe(url)) {
                return url;
            }
        } catch (URISyntaxException ex) {
            // its message quotes the value
        }
        throw invalid(
                "base-url",
                "is not an https URL",
                "Use a URL such as https://app.example.com; http is for this machine only.");
    }

    private static void checkPath(String key, String path) {
        if (!PATH.matcher(path).matches()) {
            throw invalid(
                    key, "is not a valid path", "Start it with '/', and use letters, digits, '-', '.', '_' and '~'.");
        }
    }

    private static McpConfigurationException invalid(String key, String problem, String remedy) {
        return new McpConfigurationException(ToolsMapper.ALL_SERVERS, "mcp.auth." + key, problem, remedy);
    }

    /**
     * Returns the path, within the application, of the endpoint that starts an authorization.
     * @return the path without the id that follows it
     */
    public String beginPath() {
        return this.properties.beginPath();
    }

    /**
     * Returns the path, within the application, of the redirect endpoint for authorization servers.
     * @return the path
     */
    public String callbackPath() {
        return this.properties.callbackPath();
    }

    /**
     * Returns the path, within the application, of the client metadata document.
     * @return the path
     */
    public String clientMetadataPath() {
        return this.properties.clientMetadata().path();
    }

    /**
     * Returns the link that starts an authorization.
     * @param id {@link io.mcpclient.auth.McpAuthorizationRequest#id()}
     * @return path for a browser, including the context path; it contains no secret
     */
    public String begin(String id) {
        String context = (this.baseUrl != null) ? this.baseUrl.getRawPath() : contextPath();
        return ((context != null) ? context : "") + beginPath() + "/" + id;
    }

    /**
     * Returns the URL of the redirect endpoint for authorization servers.
     * @return {@code https}, or {@code http} on this machine
     * @throws McpConfigurationException if the application has no base URL, and does not yet listen on a port
     */
    public URI callback() {
        return URI.create(base() + callbackPath());
    }

    /**
     * Returns the URL of the client metadata document, which is the client id.
     * @return {@code null} if it is disabled, or there is no base URL
     */
    public @Nullable URI clientMetadata() {
        boolean published =
                this.baseUrl != null && this.properties.clientMetadata().enabled();
        return published ? URI.create(this.baseUrl + clientMetadataPath()) : null;
    }

    /**
     * Returns whether browsers use TLS, so that cookies can be restricted to it.
     * @return whether the URL of the callback is {@code https}
     */
    public boolean isSecure() {
        return base().startsWith("https:");
    }

    private String base() {
        if (this.baseUrl != null) {
            return this.baseUrl.toString();
        }
        String port = this.environment.getProperty("local.server.port");
        if (port == null) {
            port = this.environment.getProperty("server.port", "8080");
        }
        if (port.equals("0") || port.equals("-1")) {
            throw invalid(
                    "base-url",
                    "is missing, and the port of the application is not yet known",
                    "Set it to the public URL of the application, or set server.port.");
        }
        return (hasTls() ? "https" : "http") + "://localhost:" + port + contextPath();
    }

    private boolean hasTls() {
        return this.environment.containsProperty("server.ssl.bundle")
                || this.environment.containsProperty("server.ssl.key-store")
                || this.environment.containsProperty("server.ssl.certificate");
    }

    private String contextPath() {
        String servlet = this.environment.getProperty("server.servlet.context-path");
        String path = (servlet != null) ? servlet : this.environment.getProperty("spring.webflux.base-path", "");
        return StringUtils.trimTrailingCharacter(path, '/');
    }
}
