package io.mcpclient.discovery;

import java.time.Duration;
import java.util.List;

import io.mcpclient.discovery.internal.LookupFailures;

/**
 * Settings of {@link McpRegistryClient}. There is no default registry. Immutable.
 *
 * @param registries the registries in order, at least one, each with its own name
 * @param timeout limit for one request, redirects included; positive
 * @param maxEntries maximum number of entries of one listing, at least 1
 */
public record McpRegistrySettings(List<McpRegistrySource> registries, Duration timeout, int maxEntries) {

    /**
     * Checks and copies the values.
     * @throws io.mcpclient.error.McpConfigurationException if one is out of its range; it names the setting
     */
    public McpRegistrySettings {
        registries = List.copyOf(registries);
        long names = registries.stream().map(McpRegistrySource::name).distinct().count();
        check("registries", !registries.isEmpty() && names == registries.size(), "is empty, or has a name twice");
        check("timeout", timeout.compareTo(Duration.ZERO) > 0, "is not positive");
        check("maxEntries", maxEntries >= 1, "is less than 1");
    }

    private static void check(String setting, boolean isValid, String problem) {
        if (!isValid) {
            throw LookupFailures.invalid(setting, problem, "Correct it.");
        }
    }

    /**
     * Returns settings with the default limits: 10 s for a request, 1000 entries for a listing.
     * @param registries the registries in order
     * @return the settings
     */
    public static McpRegistrySettings of(McpRegistrySource... registries) {
        return new McpRegistrySettings(List.of(registries), Duration.ofSeconds(10), 1000);
    }

    /**
     * Returns a copy with the given value.
     * @param timeout limit for one request, redirects included; positive
     * @return the copy
     */
    public McpRegistrySettings withTimeout(Duration timeout) {
        return new McpRegistrySettings(this.registries, timeout, this.maxEntries);
    }

    /**
     * Returns a copy with the given value.
     * @param maxEntries maximum number of entries of one listing, at least 1
     * @return the copy
     */
    public McpRegistrySettings withMaxEntries(int maxEntries) {
        return new McpRegistrySettings(this.registries, this.timeout, maxEntries);
    }
}
