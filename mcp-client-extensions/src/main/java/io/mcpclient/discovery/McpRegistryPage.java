package io.mcpclient.discovery;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * One page of a listing. Immutable.
 *
 * @param entries its entries, without those that the query excludes
 * @param problems why entries were left out that are malformed, each printable
 * @param nextCursor opaque position of the following page, {@code null} on the last one
 * @param stale whether it comes from the cache because the registry is not available
 */
public record McpRegistryPage(
        List<McpRegistryEntry> entries,
        List<String> problems,
        @Nullable String nextCursor,
        boolean stale) {

    /** Copies the lists. */
    public McpRegistryPage {
        entries = List.copyOf(entries);
        problems = List.copyOf(problems);
    }
}
