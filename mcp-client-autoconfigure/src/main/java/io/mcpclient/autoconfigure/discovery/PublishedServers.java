package io.mcpclient.autoconfigure.discovery;

import java.net.URI;
import java.util.List;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.autoconfigure.beans.ServerLookups;
import io.mcpclient.autoconfigure.discovery.ServerPlans.Published;
import io.mcpclient.autoconfigure.settings.FoundServer;
import io.mcpclient.autoconfigure.settings.ServerLookup;
import io.mcpclient.discovery.McpCardDocument;
import io.mcpclient.discovery.McpDiscoveryResult;
import io.mcpclient.discovery.McpServerCandidate;
import io.mcpclient.discovery.McpServerReference;
import io.mcpclient.discovery.ReactiveMcpDiscovery;
import io.mcpclient.discovery.ReactiveMcpRegistryClient;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.spring.McpServers;
import io.mcpclient.text.SafeText;

/**
 * Looks up servers in cards, catalogs and registries.
 *
 * @param discovery reads cards and catalogs
 * @param registry reads registries, {@code null} if none is configured
 * @param plans makes servers of what was read
 */
record PublishedServers(
        ReactiveMcpDiscovery discovery, @Nullable ReactiveMcpRegistryClient registry, ServerPlans plans)
        implements ServerLookups {

    @Override
    public void check(String server, ServerLookup lookup) {
        this.plans.check(server, lookup);
        switch (lookup.kind()) {
            case CARD -> url(server, lookup);
            case DOMAIN -> {}
            case REGISTRY -> {
                required(server);
                reference(server, lookup);
            }
        }
    }

    @Override
    public Mono<FoundServer> find(String server, ServerLookup lookup) {
        return published(server, lookup).map(published -> this.plans.found(server, lookup, published));
    }

    @Override
    public Mono<McpServers.Preview> preview(String server, ServerLookup lookup) {
        return published(server, lookup).map(published -> this.plans.preview(server, lookup, published));
    }

    @Override
    public Mono<McpServers.Offers> discover(String domain) {
        return this.discovery
                .discover(domain)
                .map(result -> new McpServers.Offers(
                        result.candidates().stream()
                                .map(PublishedServers::offer)
                                .toList(),
                        result.problems()));
    }

    private static McpServers.Offer offer(McpServerCandidate candidate) {
        return new McpServers.Offer(
                candidate.identifier(),
                candidate.displayName(),
                candidate.publisherDomain(),
                candidate.version(),
                candidate.cardUrl(),
                candidate.warnings());
    }

    private Mono<Published> published(String server, ServerLookup lookup) {
        return Mono.defer(() -> switch (lookup.kind()) {
            case CARD -> this.discovery.card(url(server, lookup)).map(this.plans::of);
            case DOMAIN -> ofDomain(server, lookup).map(this.plans::of);
            case REGISTRY -> ofRegistry(server, lookup);
        });
    }

    private static URI url(String server, ServerLookup lookup) {
        try {
            return URI.create(lookup.text());
        } catch (IllegalArgumentException ex) {
            throw invalid(server, lookup, "is not a URL", "Use the URL of a server card.");
        }
    }

    private Mono<McpCardDocument> ofDomain(String server, ServerLookup lookup) {
        return this.discovery
                .discover(lookup.text())
                .map(result -> chosen(server, lookup, result))
                .flatMap(this.discovery::card);
    }

    /** A single server is meant; of several, the one with the name that the application uses. */
    private static McpServerCandidate chosen(String server, ServerLookup lookup, McpDiscoveryResult result) {
        List<McpServerCandidate> candidates = result.candidates();
        List<McpServerCandidate> named = candidates.stream()
                .filter(candidate -> candidate.identifier().endsWith(":" + server)
                        || candidate.identifier().endsWith("/" + server))
                .toList();
        if (candidates.size() == 1) {
            return candidates.get(0);
        }
        if (named.size() == 1) {
            return named.get(0);
        }
        String identifiers = String.join(
                ", ",
                candidates.stream()
                        .limit(10)
                        .map(McpServerCandidate::identifier)
                        .toList());
        throw candidates.isEmpty()
                ? invalid(
                        server,
                        lookup,
                        "offers no server",
                        "Use another domain, or set url. Problems: " + result.problems())
                : invalid(
                        server,
                        lookup,
                        "offers several servers: " + SafeText.excerpt(identifiers, 1024),
                        "Set card to the URL of one, or give the server the last part of an identifier as its name.");
    }

    private Mono<Published> ofRegistry(String server, ServerLookup lookup) {
        ReactiveMcpRegistryClient client = required(server);
        McpServerReference reference = reference(server, lookup);
        if (reference.version().equals(McpServerReference.LATEST)) {
            return client.get(reference.name(), reference.version()).map(entry -> {
                throw invalid(
                        server,
                        lookup,
                        "names no exact version",
                        "Set it to " + entry.name() + "@" + entry.version() + ", which is the latest version.");
            });
        }
        return client.get(reference.name(), reference.version()).flatMap(entry -> client.newer(entry)
                .map(newer -> List.of("version " + newer.version() + " is newer"))
                .onErrorComplete()
                .defaultIfEmpty(List.of())
                .map(warnings -> this.plans.of(entry, warnings)));
    }

    private ReactiveMcpRegistryClient required(String server) {
        ReactiveMcpRegistryClient client = this.registry;
        if (client == null) {
            throw new McpConfigurationException(
                    server,
                    "mcp.registry.url",
                    "is missing, and the server is looked up in a registry",
                    "Set the base URL of the registry.");
        }
        return client;
    }

    private static McpServerReference reference(String server, ServerLookup lookup) {
        try {
            return McpServerReference.parse(lookup.text());
        } catch (McpConfigurationException ex) {
            throw invalid(
                    server,
                    lookup,
                    "is not name and version of an entry of a registry",
                    "Use text like com.example/orders@1.4.0.");
        }
    }

    private static McpConfigurationException invalid(
            String server, ServerLookup lookup, String problem, String remedy) {
        return new McpConfigurationException(
                server, "mcp.servers." + server + "." + lookup.kind().key(), problem, remedy);
    }
}
