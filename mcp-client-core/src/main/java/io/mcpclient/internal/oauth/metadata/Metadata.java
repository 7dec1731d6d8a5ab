package io.mcpclient.internal.oauth.metadata;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.McpOAuthSettings;
import io.mcpclient.auth.ProtectedServer;
import io.mcpclient.error.McpChallenge;
import io.mcpclient.internal.net.ForbiddenUrlException;
import io.mcpclient.internal.net.McpNetworkPolicy;
import io.mcpclient.internal.net.Origin;
import io.mcpclient.internal.net.UntrustedHttpClient;
import io.mcpclient.internal.support.ProtocolHeaders;
import io.mcpclient.internal.support.SafeText;
import io.mcpclient.schema.ProtocolRevision;

/**
 * Discovers how one server is protected. Metadata of authorization servers is cached for an hour. Thread-safe. Errors are
 * {@link io.mcpclient.error.McpAuthorizationException}s that name server, document, cause and remedy.
 *
 * @see "MCP 2026-07-28, basic/authorization/authorization-server-discovery (AUTH-03 to AUTH-18); faults H07, H09, H29"
 */
public final class Metadata {

    static final String TRUST = "If this is intended, add the origin to auth.trusted-origins.";

    private static final String RESOURCE = "protected resource metadata";

    private static final String SERVER = "authorization server metadata";

    /** A revision that requires the header; the revision of the connection is not negotiated yet (AUTH-65). */
    private static final Map<String, String> AS_OF_2025_03_26 =
            Map.of(ProtocolHeaders.PROTOCOL_VERSION, ProtocolRevision.V2025_03_26.wireValue());

    private final ProtectedServer server;

    private final McpOAuthSettings settings;

    private final McpNetworkPolicy policy;

    private final AuthorizationFailures failures;

    private final DocumentSearch search;

    private final MetadataReader reader;

    private final AuthorizationServerCache kept;

    /**
     * Creates the metadata of one server and principal. Costs no I/O.
     * @param server the server, as the principal sees it
     * @param settings settings of the authorization
     * @param policy policy for URLs
     * @param http HTTP client
     */
    public Metadata(
            ProtectedServer server, McpOAuthSettings settings, McpNetworkPolicy policy, UntrustedHttpClient http) {
        this.server = server;
        this.settings = settings;
        this.policy = policy;
        this.failures = new AuthorizationFailures(server.name());
        this.search = new DocumentSearch(http, this.failures, server.time());
        this.reader = new MetadataReader(server, settings, policy, this.failures);
        this.kept = new AuthorizationServerCache(server.time());
    }

    /**
     * Reads the protected resource metadata of the server. Never cached: its authorization server may have changed (AUTH-12).
     * @param challenges challenges of its rejection, may be empty
     * @return the document, with only the authorization server that the settings accept if they name one; empty if there is no
     *     document
     */
    public Mono<ProtectedResource> resource(List<McpChallenge> challenges) {
        return Mono.defer(() -> this.search.first(RESOURCE, placesOfResource(challenges), Map.of()))
                .map(found -> read(RESOURCE, found, this.reader::resource));
    }

    /**
     * Reads the metadata of an authorization server.
     * @param issuer its identifier
     * @return the document, or an error
     */
    public Mono<AuthorizationServer> authorizationServer(String issuer) {
        return this.kept.get(issuer, () -> {
            URI identifier = this.reader.acceptable(issuer);
            return this.search
                    .first(SERVER, DocumentSearch.WellKnown.ofIssuer(identifier), Map.of())
                    .switchIfEmpty(Mono.error(() -> this.failures.authorizationServer(
                            SERVER + " of " + SafeText.excerpt(issuer) + " was not found at any of its well-known URLs",
                            "Check that this is an authorization server, and set auth.issuer if there is another one.",
                            null)))
                    .map(found -> read(
                            SERVER, found, document -> this.reader.authorizationServer(List.of(issuer), document)));
        });
    }

    /**
     * Reads the authorization server of a server that follows revision 2025-03-26, which has no protected resource metadata.
     * @return its metadata at the root of the server, or the default endpoints; an error unless the settings allow such
     *     servers
     * @see "AUTH-63 to AUTH-66"
     */
    public Mono<AuthorizationServer> rootAuthorizationServer() {
        if (!this.settings.legacyFallback()) {
            return Mono.error(() -> this.failures.settings(
                    "the server does not name its authorization server: there is no " + RESOURCE,
                    "Set auth.issuer to its authorization server, or auth.legacy-fallback to true if it follows revision"
                            + " 2025-03-26."));
        }
        String base = DocumentSearch.WellKnown.base(this.server.url());
        return this.kept.get(base, () -> {
            this.reader.acceptable(base);
            // No identifier is published, so both spellings of the root are accepted.
            return this.search
                    .first(SERVER, List.of(DocumentSearch.WellKnown.ofRoot(this.server.url())), AS_OF_2025_03_26)
                    .map(found -> read(
                            SERVER,
                            found,
                            document -> this.reader.authorizationServer(List.of(base, base + "/"), document)))
                    .defaultIfEmpty(MetadataReader.defaults(base));
        });
    }

    private List<URI> placesOfResource(List<McpChallenge> challenges) {
        List<URI> wellKnown = DocumentSearch.WellKnown.ofResource(this.server.url());
        return challenges.stream()
                .map(McpChallenge::resourceMetadata)
                .filter(Objects::nonNull)
                .findFirst()
                .map(named -> Stream.concat(Stream.of(named(named)), wellKnown.stream())
                        .distinct()
                        .toList())
                .orElse(wellKnown);
    }

    /** The URL of the document in a challenge: without a check, requests could be directed anywhere (H07). */
    private URI named(String url) {
        URI place;
        try {
            place = this.policy.check(url, "resource_metadata");
        } catch (ForbiddenUrlException ex) {
            throw this.failures.untrusted(String.valueOf(ex.getMessage()), TRUST);
        }
        if (!Origin.areSame(place, this.server.url()) && !this.policy.isTrusted(place)) {
            throw this.failures.untrusted(
                    "resource_metadata " + SafeText.excerpt(url) + " is on another origin than the server", TRUST);
        }
        return place;
    }

    private <T> T read(String what, DocumentSearch.Found found, Function<JsonDocument, T> reader) {
        try {
            return reader.apply(found.document());
        } catch (JsonDocument.MalformedException ex) {
            throw this.search.malformed(what, found.url(), ex);
        }
    }

    /**
     * The validated protected resource metadata of a server.
     *
     * @param resource identifier, character for character as it was published
     * @param issuers permitted authorization servers, in the order of the document, at least one
     * @param scopes all scopes in the document, empty if it names none
     * @param isDPoPRequired whether tokens must be bound to a key
     * @param dpopAlgorithms algorithms for that, empty if it names none
     * @param name human-readable name, untrusted, or {@code null}
     * @see "RFC 9728, section 2 (AUTH-09, AUTH-10, AUTH-14)"
     */
    public record ProtectedResource(
            String resource,
            List<String> issuers,
            List<String> scopes,
            boolean isDPoPRequired,
            List<String> dpopAlgorithms,
            @Nullable String name) {}

    /**
     * Caches the metadata of authorization servers for an hour. Concurrent callers share one request; failures are not cached.
     * Thread-safe.
     *
     * @see "fault H24"
     */
    static final class AuthorizationServerCache {

        private static final Duration TIME_TO_LIVE = Duration.ofHours(1);

        /** Bounds the memory if a server names another one each time. */
        private static final int MAX = 16;

        private final InstantSource clock;

        private final Map<String, Kept> kept = new HashMap<>();

        AuthorizationServerCache(InstantSource clock) {
            this.clock = clock;
        }

        private record Kept(Mono<AuthorizationServer> answer, Instant end) {}

        /**
         * Returns the metadata cached under a name, or requests it.
         * @param name name
         * @param question sends the request
         * @return the metadata, or the error of the request
         */
        Mono<AuthorizationServer> get(String name, Supplier<Mono<AuthorizationServer>> question) {
            return Mono.defer(() -> join(name, question));
        }

        private synchronized Mono<AuthorizationServer> join(String name, Supplier<Mono<AuthorizationServer>> question) {
            Instant now = this.clock.instant();
            Kept present = this.kept.get(name);
            if (present == null || !now.isBefore(present.end())) {
                if (this.kept.size() >= MAX) {
                    this.kept.clear();
                }
                // Independent of the callers: one that cancels must not take the result away from the others.
                Mono<AuthorizationServer> answer =
                        Mono.defer(question).doOnError(error -> discard(name)).cache();
                present = new Kept(answer, now.plus(TIME_TO_LIVE));
                this.kept.put(name, present);
            }
            return present.answer();
        }

        private synchronized void discard(String name) {
            this.kept.remove(name);
        }
    }
}
