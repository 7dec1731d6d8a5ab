package io.mcpclient.discovery;

import java.net.URI;
import java.util.Map;

import javax.net.ssl.SSLContext;

import org.jspecify.annotations.Nullable;

import io.mcpclient.discovery.internal.LookupFailures;
import io.mcpclient.settings.McpHttpProxy;
import io.mcpclient.settings.McpHttpSettings;
import io.mcpclient.text.SafeText;

/**
 * A registry with the API v0.1 of MCP registries, and how it is reached. Immutable; {@code toString} shows no header values.
 *
 * @param name name of the registry in messages, consents and lookups
 * @param url base URL, to which {@code /v0.1/servers} is appended
 * @param headers headers of each request by name, such as credentials; never logged, and not sent to another origin
 * @param sslContext trust and key material for its origin, {@code null} for that of the Java runtime
 * @param proxy proxy, {@code null} for none
 */
public record McpRegistrySource(
        String name,
        URI url,
        Map<String, String> headers,
        @Nullable SSLContext sslContext,
        @Nullable McpHttpProxy proxy) {

    /**
     * Checks and copies the values.
     * @throws io.mcpclient.error.McpConfigurationException if the name is blank, or the URL or a header cannot be used
     */
    public McpRegistrySource {
        if (name.isBlank()) {
            throw LookupFailures.invalid("registry name", "is empty", "Set a name.");
        }
        if (url.getRawQuery() != null) {
            throw LookupFailures.invalid("registry url", "has a query", "Use the base URL of the registry.");
        }
        // URLs and headers of servers have the same rules
        headers = McpHttpSettings.of(url).withHeaders(headers).headers();
    }

    /**
     * Returns a registry without headers, with the trust of the Java runtime and without a proxy.
     * @param name name of the registry
     * @param url base URL
     * @return the registry
     */
    public static McpRegistrySource of(String name, URI url) {
        return new McpRegistrySource(name, url, Map.of(), null, null);
    }

    /**
     * Returns a copy with the given value.
     * @param headers headers of each request by name, such as credentials; never logged, and not sent to another origin
     * @return the copy
     */
    public McpRegistrySource withHeaders(Map<String, String> headers) {
        return new McpRegistrySource(this.name, this.url, headers, this.sslContext, this.proxy);
    }

    /**
     * Returns a copy with the given value.
     * @param sslContext trust and key material for its origin, {@code null} for that of the Java runtime
     * @return the copy
     */
    public McpRegistrySource withSslContext(@Nullable SSLContext sslContext) {
        return new McpRegistrySource(this.name, this.url, this.headers, sslContext, this.proxy);
    }

    /**
     * Returns a copy with the given value.
     * @param proxy proxy, {@code null} for none
     * @return the copy
     */
    public McpRegistrySource withProxy(@Nullable McpHttpProxy proxy) {
        return new McpRegistrySource(this.name, this.url, this.headers, this.sslContext, proxy);
    }

    /** The base URL as text, without a slash at its end. */
    String base() {
        String base = this.url.toString();
        return base.endsWith("/") ? base.substring(0, base.length() - 1) : base;
    }

    @Override
    public String toString() {
        return "McpRegistrySource[" + this.name + ", " + SafeText.address(this.url) + ", headers="
                + this.headers.keySet() + "]";
    }
}
