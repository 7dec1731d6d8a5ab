package io.mcpclient.autoconfigure.properties;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Registry of servers, and what its entries may run. There is no default registry.
 *
 * @param url Base URL of the registry.
 * @param headers Headers of requests to the registry, such as credentials.
 * @param ssl Trust and keys for TLS to the registry.
 * @param others Further registries by name. A name of a server that is in several registries is refused.
 * @param timeout Timeout of one request to a registry.
 * @param maxEntries Maximum number of entries of one listing.
 * @param processes Whether packages may be started as processes, with the consent of each server.
 * @param preferRemotes Whether an entry with remotes and packages is reached over HTTP.
 * @param packageTypes Kinds of packages that may be used.
 * @param runtimes Programs that may run packages.
 * @param runtimeArguments Further arguments of these programs that entries may use, such as --network=bridge or --volume.
 * @param variables Environment variables that entries may set although they change which code is loaded.
 * @param packageRegistries Base URLs of package registries that entries may name.
 * @param joinedArguments Whether a named argument and its value are one word, such as --region=eu.
 * @param leadingDashes Whether given values of positional arguments may begin with a dash.
 */
public record RegistryProperties(
        @Nullable URI url,
        @DefaultValue Map<String, String> headers,
        @NestedConfigurationProperty @DefaultValue ServerProperties.Ssl ssl,
        @DefaultValue Map<String, Other> others,
        @DefaultValue("10s") Duration timeout,
        @DefaultValue("1000") int maxEntries,
        boolean processes,
        @DefaultValue("true") boolean preferRemotes,
        @DefaultValue({"npm", "pypi", "nuget", "oci"}) Set<String> packageTypes,

        @DefaultValue({"npx", "uvx", "dnx", "docker", "podman"})
        Set<String> runtimes,

        @DefaultValue Set<String> runtimeArguments,
        @DefaultValue Set<String> variables,
        @DefaultValue Set<URI> packageRegistries,
        boolean joinedArguments,
        boolean leadingDashes) {

    /** Without the values, which may be credentials. */
    @Override
    public String toString() {
        return "RegistryProperties[...]";
    }

    /**
     * A further registry.
     *
     * @param url Base URL of the registry.
     * @param headers Headers of requests to the registry, such as credentials.
     * @param ssl Trust and keys for TLS to the registry.
     */
    public record Other(
            @Nullable URI url,
            @DefaultValue Map<String, String> headers,
            @NestedConfigurationProperty @DefaultValue ServerProperties.Ssl ssl) {

        /** Without the values, which may be credentials. */
        @Override
        public String toString() {
            return "Other[...]";
        }
    }
}
