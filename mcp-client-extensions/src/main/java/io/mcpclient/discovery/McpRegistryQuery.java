package io.mcpclient.discovery;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

import io.mcpclient.discovery.internal.LookupFailures;

/**
 * Which entries of a registry to list. Immutable.
 *
 * @param search part of the name, {@code null} for all servers
 * @param version exact version or {@code latest}, {@code null} for all versions
 * @param updatedSince only entries that changed since, {@code null} for all
 * @param includeInactive whether entries are included that are not active: deprecated, deleted, and of an unknown status
 * @param limit maximum number of entries, at least 1; 100 by default
 */
public record McpRegistryQuery(
        @Nullable String search,
        @Nullable String version,
        @Nullable Instant updatedSince,
        boolean includeInactive,
        int limit) {

    private static final McpRegistryQuery ALL = new McpRegistryQuery(null, "latest", null, false, 100);

    /**
     * Checks the limit.
     * @throws io.mcpclient.error.McpConfigurationException if it is less than 1
     */
    public McpRegistryQuery {
        if (limit < 1) {
            throw LookupFailures.invalid("limit", "is " + limit, "Set a positive number.");
        }
    }

    /**
     * Returns a query for the latest version of each active server, up to 100 of them.
     * @return the query
     */
    public static McpRegistryQuery all() {
        return ALL;
    }

    /**
     * Returns a query for the latest version of each active server whose name contains a text, up to 100 of them.
     * @param search part of the name
     * @return the query
     */
    public static McpRegistryQuery of(String search) {
        return ALL.withSearch(search);
    }

    /**
     * Returns a copy with the given value.
     * @param search part of the name, {@code null} for all servers
     * @return the copy
     */
    public McpRegistryQuery withSearch(@Nullable String search) {
        return new McpRegistryQuery(search, this.version, this.updatedSince, this.includeInactive, this.limit);
    }

    /**
     * Returns a copy with the given value.
     * @param version exact version or {@code latest}, {@code null} for all versions
     * @return the copy
     */
    public McpRegistryQuery withVersion(@Nullable String version) {
        return new McpRegistryQuery(this.search, version, this.updatedSince, this.includeInactive, this.limit);
    }

    /**
     * Returns a copy with the given value.
     * @param updatedSince only entries that changed since, {@code null} for all
     * @return the copy
     */
    public McpRegistryQuery withUpdatedSince(@Nullable Instant updatedSince) {
        return new McpRegistryQuery(this.search, this.version, updatedSince, this.includeInactive, this.limit);
    }

    /**
     * Returns a copy with the given value.
     * @param includeInactive whether entries are included that are not active: deprecated, deleted, and of an unknown status
     * @return the copy
     */
    public McpRegistryQuery withIncludeInactive(boolean includeInactive) {
        return new McpRegistryQuery(this.search, this.version, this.updatedSince, includeInactive, this.limit);
    }

    /**
     * Returns a copy with the given value.
     * @param limit maximum number of entries, at least 1; 100 by default
     * @return the copy
     */
    public McpRegistryQuery withLimit(int limit) {
        return new McpRegistryQuery(this.search, this.version, this.updatedSince, this.includeInactive, limit);
    }
}
