package io.mcpclient.autoconfigure.properties;

import java.net.URI;
import java.time.Duration;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Server cards and catalogs.
 *
 * @param enabled Whether servers may be looked up. Defaults to true if a server or a registry to look up is configured.
 * @param trustedOrigins Origins of catalogs, cards and servers found by them that may have private addresses, such as
 *     https://mcp.corp.example, and http on this machine.
 * @param ssl Trust and keys for TLS to the domains and to the URLs of cards that the application names.
 * @param timeout Timeout of reading one document.
 * @param totalTimeout Timeout of reading the catalogs of a domain.
 */
public record DiscoveryProperties(
        @Nullable Boolean enabled,
        @DefaultValue Set<URI> trustedOrigins,
        @NestedConfigurationProperty @DefaultValue ServerProperties.Ssl ssl,
        @DefaultValue("10s") Duration timeout,
        @DefaultValue("30s") Duration totalTimeout) {}
