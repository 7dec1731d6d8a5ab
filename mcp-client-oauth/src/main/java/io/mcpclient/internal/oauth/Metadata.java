package io.mcpclient.internal.oauth;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.McpOAuthSettings;
import io.mcpclient.auth.ProtectedServer;
import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpChallenge;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.support.Loggers;
import io.mcpclient.support.ProtocolHeaders;
import io.mcpclient.support.net.McpNetworkPolicy;
import io.mcpclient.support.net.UntrustedHttpClient;
import io.mcpclient.text.SafeText;

/**
 * Discovers how one server is protected. Metadata of authorization servers is cached for an hour, or until a reset. Thread-safe.
 * Errors are {@link io.mcpclient.error.McpAuthorizationException}s that name server, document, cause and remedy.
 *
 * @see "MCP 2026-07-28, basic/authorization/authorization-server-discovery (AUTH-03 to AUTH-18); faults H07, H09, H29"
 */
final class Metadata {

    private static final Logger logger = Loggers.AUTH;

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

    private final AtomicBoolean warned = new AtomicBoolean();

    /** Costs no I/O. */
    Metadata(ProtectedServer server, McpOAuthSettings settings, McpNetworkPolicy policy, UntrustedHttpClient http) {
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
    Mono<ProtectedResource> resource(List<McpChallenge> challenges) {
        return Mono.defer(() -> {
            ResourceUrl named = challenges.stream()
                    .map(McpChallenge::resourceMetadata)
                    .filter(Objects::nonNull)
                    .findFirst()
                    .map(url -> ResourceUrl.of(url, this.server.url(), this.policy))
                    .orElse(ResourceUrl.NONE);
            Mono<ProtectedResource> found = this.search
                    .first(new DocumentSearch.Query<>(
                            RESOURCE, places(named.url()), Map.of(), this.reader::resource, resource -> true))
                    .onErrorResume(
                            McpAuthorizationException.class,
                            error -> this.settings.endpoints().isConfigured()
                                    ? withoutDocument(error.problem())
                                    : Mono.error(error));
            String problem = named.problem();
            return (problem == null)
                    ? found
                    : found.doOnNext(resource -> warnOnce(problem + ". Its well-known URL is used instead"))
                            .switchIfEmpty(Mono.defer(() -> this.settings.isServerChosen()
                                    ? withoutDocument(problem)
                                    : Mono.error(this.failures.untrusted(problem, named.remedy()))));
        });
    }

    private Mono<ProtectedResource> withoutDocument(String problem) {
        warnOnce(problem + ". The configured authorization server is used without the document");
        return Mono.empty();
    }

    private void warnOnce(String problem) {
        if (this.warned.compareAndSet(false, true)) {
            logger.warn("MCP server \"{}\": {}", this.server.name(), problem);
        }
    }

    private List<URI> places(@Nullable URI named) {
        return Stream.concat(Stream.ofNullable(named), DocumentSearch.WellKnown.ofResource(this.server.url()).stream())
                .distinct()
                .toList();
    }

    /**
     * Reads the metadata of an authorization server.
     * @param issuer its identifier; ignored if the settings name the document or the endpoints
     * @return the document, or an error
     */
    Mono<AuthorizationServer> authorizationServer(String issuer) {
        return this.settings.endpoints().isConfigured()
                ? this.kept.get("", this::configured)
                : this.kept.get(issuer, () -> discovered(issuer));
    }

    /** Forgets the metadata of authorization servers: they may have changed, for example permit registrations now. */
    void reset() {
        this.kept.clear();
    }

    private Mono<AuthorizationServer> configured() {
        URI document = this.settings.endpoints().metadata();
        URI token = this.settings.endpoints().token();
        if (document == null) {
            return Mono.justOrEmpty(token).map(this.reader::configured);
        }
        return search(List.of(document), Map.of(), null)
                .switchIfEmpty(Mono.error(() -> this.failures.authorizationServer(
                        DocumentSearch.described(SERVER, document) + " was not found",
                        "Check auth.metadata-url.",
                        null)));
    }

    private Mono<AuthorizationServer> discovered(String issuer) {
        URI identifier = this.reader.acceptable(issuer);
        return search(DocumentSearch.WellKnown.ofIssuer(identifier), Map.of(), issuer)
                .switchIfEmpty(Mono.error(() -> this.failures.authorizationServer(
                        SERVER + " of " + SafeText.excerpt(issuer) + " was not found at any of its well-known URLs",
                        "Check that this is an authorization server, and set auth.issuer if there is another one; if it has"
                                + " no metadata, set auth.authorization-endpoint and auth.token-endpoint.",
                        null)));
    }

    private Mono<AuthorizationServer> search(List<URI> places, Map<String, String> headers, @Nullable String issuer) {
        return this.search.first(new DocumentSearch.Query<>(
                SERVER,
                places,
                headers,
                document -> this.reader.authorizationServer(issuer, document),
                this::isComplete));
    }

    /** Some servers publish two documents, and only one of them has everything that a client needs. */
    private boolean isComplete(AuthorizationServer server) {
        boolean isForGrant =
                switch (this.settings.grant()) {
                    case AUTHORIZATION_CODE ->
                        server.authorizationEndpoint() != null && server.codeChallengeMethods() != null;
                    case DEVICE_CODE -> server.deviceAuthorizationEndpoint() != null;
                    default -> true;
                };
        boolean isForClient = this.settings.clientId() != null
                || server.registrationEndpoint() != null
                || (this.settings.clientMetadataUrl() != null && server.isClientMetadataDocumentSupported());
        return server.tokenEndpoint() != null && isForGrant && isForClient;
    }

    /**
     * Reads the authorization server of a server that follows revision 2025-03-26, which has no protected resource metadata. Only
     * for settings that allow such servers.
     * @return its metadata at the root of the server, or the default endpoints
     * @see "AUTH-63 to AUTH-66"
     */
    Mono<AuthorizationServer> rootAuthorizationServer() {
        String base = DocumentSearch.WellKnown.base(this.server.url());
        return this.kept.get(base, () -> {
            this.reader.acceptable(base);
            return search(List.of(DocumentSearch.WellKnown.ofRoot(this.server.url())), AS_OF_2025_03_26, base)
                    .defaultIfEmpty(MetadataReader.defaults(base));
        });
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
    record ProtectedResource(
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

        synchronized void clear() {
            this.kept.clear();
        }

        private synchronized void discard(String name) {
            this.kept.remove(name);
        }
    }
}
