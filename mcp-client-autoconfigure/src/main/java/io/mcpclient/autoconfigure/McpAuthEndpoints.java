package io.mcpclient.autoconfigure;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.net.Loopback;

/**
 * Where browsers and authorization servers reach this application, {@code mcp.auth}. Without a base URL it is the port that the
 * application listens on, on this machine: right for development, and for nothing else. Thread-safe.
 *
 * <pre>
 *  https://app.example.com            mcp.auth.base-url
 *    /mcp/oauth/authorize/{id}        a user begins
 *    /mcp/oauth/callback              and comes back
 *    /mcp/oauth/client-metadata.json  authorization servers read who this client is
 * </pre>
 *
 * @see "AUTH-25, AUTH-41"
 */
public final class McpAuthEndpoints {

    private static final Logger logger = LoggerFactory.getLogger(McpAuthEndpoints.class);

    private static final Pattern PATH = Pattern.compile("(/[A-Za-z0-9._~-]+)+");

    private final McpAuthProperties properties;

    private final Environment environment;

    private final @Nullable URI baseUrl;

    /**
     * Reads and checks the properties.
     * @param properties {@code mcp.auth}
     * @param environment says which port and context path the application has
     * @throws McpConfigurationException if the base URL or a path makes no sense
     */
    public McpAuthEndpoints(McpAuthProperties properties, Environment environment) {
        this.properties = properties;
        this.environment = environment;
        this.baseUrl = baseUrl(properties.getBaseUrl());
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
            // quotes what it was given
        }
        throw invalid(
                "base-url", "is not an https URL", "Use a URL such as https://app.example.com; http is for this machine only.");
    }

    private static void checkPath(String key, String path) {
        if (!PATH.matcher(path).matches()) {
            throw invalid(key, "is not a valid path", "Start it with '/', and use letters, digits, '-', '.', '_' and '~'.");
        }
    }

    private static McpConfigurationException invalid(String key, String problem, String remedy) {
        return new McpConfigurationException(ToolsMapper.ALL_SERVERS, "mcp.auth." + key, problem, remedy);
    }

    /**
     * Returns the path, within the application, of the endpoint where a user begins.
     * @return the path without the id that follows it
     */
    public String beginPath() {
        return this.properties.getBegin().getPath();
    }

    /**
     * Returns the path, within the application, that authorization servers send browsers to.
     * @return the path
     */
    public String callbackPath() {
        return this.properties.getCallback().getPath();
    }

    /**
     * Returns the path, within the application, of the document that introduces this client.
     * @return the path
     */
    public String clientMetadataPath() {
        return this.properties.getClientMetadata().getPath();
    }

    /**
     * Returns what to link to for a user to begin.
     * @param id {@link io.mcpclient.auth.McpAuthorizationRequest#id()}
     * @return path for a browser, context path included; it holds no secret
     */
    public String begin(String id) {
        String context = (this.baseUrl != null) ? this.baseUrl.getRawPath() : contextPath();
        return ((context != null) ? context : "") + beginPath() + "/" + id;
    }

    /**
     * Returns the URL that authorization servers send browsers to.
     * @return {@code https}, or {@code http} on this machine
     * @throws McpConfigurationException if the application has no base URL, and does not listen on a port yet
     */
    public URI callback() {
        return URI.create(base() + callbackPath());
    }

    /**
     * Returns the URL of the document that introduces this client, which is its id (AUTH-25).
     * @return {@code null} if it is switched off, or there is no base URL to reach it by
     */
    public @Nullable URI clientMetadata() {
        boolean published =
                this.baseUrl != null && this.properties.getClientMetadata().isEnabled();
        return published ? URI.create(this.baseUrl + clientMetadataPath()) : null;
    }

    /**
     * Tells whether browsers use TLS, so that cookies can be restricted to it.
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
