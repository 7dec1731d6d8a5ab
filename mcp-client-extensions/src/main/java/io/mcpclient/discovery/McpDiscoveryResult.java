package io.mcpclient.discovery;

import java.net.URI;
import java.util.List;

/**
 * What the catalogs of a domain offer. Immutable.
 *
 * @param domain the domain as URL, such as {@code https://example.com}
 * @param candidates the MCP servers, in the order of the catalogs, one for each identifier
 * @param problems catalogs and entries that were left out, with the reason, each printable; empty if everything was read
 */
public record McpDiscoveryResult(URI domain, List<McpServerCandidate> candidates, List<String> problems) {

    /** Copies the lists. */
    public McpDiscoveryResult {
        candidates = List.copyOf(candidates);
        problems = List.copyOf(problems);
    }
}
