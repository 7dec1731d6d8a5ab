package io.mcpclient.discovery;

import java.net.URI;
import java.time.Duration;
import java.util.Set;

import javax.net.ssl.SSLContext;

import org.jspecify.annotations.Nullable;

import io.mcpclient.discovery.internal.LookupFailures;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.settings.McpHttpProxy;

/**
 * Settings of {@link McpDiscovery}. Immutable.
 *
 * @param timeout limit for one document, redirects included; positive
 * @param totalTimeout limit for one discovery; positive
 * @param trustedOrigins origins such as {@code https://catalog.corp.example} that may have private addresses, and {@code http} on this
 *     machine; all others must have public addresses and {@code https}
 * @param sslContext trust and key material for the domain, or for the URL of a card that the application names; {@code null} for that of
 *     the Java runtime
 * @param proxy proxy for all documents, {@code null} for none
 */
public record McpDiscoverySettings(
        Duration timeout,
        Duration totalTimeout,
        Set<URI> trustedOrigins,
        @Nullable SSLContext sslContext,
        @Nullable McpHttpProxy proxy) {

    private static final McpDiscoverySettings DEFAULTS =
            new McpDiscoverySettings(Duration.ofSeconds(10), Duration.ofSeconds(30), Set.of(), null, null);

    /**
     * Checks the values.
     * @throws McpConfigurationException if one is out of its range; it names the setting
     */
    public McpDiscoverySettings {
        trustedOrigins = Set.copyOf(trustedOrigins);
        check("timeout", timeout.compareTo(Duration.ZERO) > 0, "is not positive");
        check("totalTimeout", totalTimeout.compareTo(Duration.ZERO) > 0, "is not positive");
    }

    private static void check(String setting, boolean isValid, String problem) {
        if (!isValid) {
            throw LookupFailures.invalid(setting, problem, "Set a larger value.");
        }
    }

    /**
     * Returns the defaults: 10 s for a document, 30 s for a discovery, public addresses only.
     * @return the settings
     */
    public static McpDiscoverySettings defaults() {
        return DEFAULTS;
    }

    /**
     * Returns a copy with the given value.
     * @param timeout limit for one document, redirects included; positive
     * @return the copy
     */
    public McpDiscoverySettings withTimeout(Duration timeout) {
        return new McpDiscoverySettings(timeout, this.totalTimeout, this.trustedOrigins, this.sslContext, this.proxy);
    }

    /**
     * Returns a copy with the given value.
     * @param totalTimeout limit for one discovery; positive
     * @return the copy
     */
    public McpDiscoverySettings withTotalTimeout(Duration totalTimeout) {
        return new McpDiscoverySettings(this.timeout, totalTimeout, this.trustedOrigins, this.sslContext, this.proxy);
    }

    /**
     * Returns a copy with the given value.
     * @param trustedOrigins origins that may have private addresses, and {@code http} on this machine
     * @return the copy
     */
    public McpDiscoverySettings withTrustedOrigins(Set<URI> trustedOrigins) {
        return new McpDiscoverySettings(this.timeout, this.totalTimeout, trustedOrigins, this.sslContext, this.proxy);
    }

    /**
     * Returns a copy with the given value.
     * @param sslContext trust and key material for the domain or the URL that the application names, or {@code null}
     * @return the copy
     */
    public McpDiscoverySettings withSslContext(@Nullable SSLContext sslContext) {
        return new McpDiscoverySettings(this.timeout, this.totalTimeout, this.trustedOrigins, sslContext, this.proxy);
    }

    /**
     * Returns a copy with the given value.
     * @param proxy proxy for all documents, {@code null} for none
     * @return the copy
     */
    public McpDiscoverySettings withProxy(@Nullable McpHttpProxy proxy) {
        return new McpDiscoverySettings(this.timeout, this.totalTimeout, this.trustedOrigins, this.sslContext, proxy);
    }
}
