package io.mcpclient.internal.oauth.metadata;

import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

import javax.net.ssl.SSLException;

import reactor.core.publisher.Mono;

import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.internal.net.ForbiddenUrlException;
import io.mcpclient.internal.net.UntrustedHttpClient;
import io.mcpclient.internal.support.SafeText;
import io.mcpclient.time.TimeSource;

/**
 * Searches for a document at several URLs in order. Requests contain nothing that identifies the user, and no part of a
 * response appears in an error.
 *
 * <pre>
 * 200, an HTML page           not found: the next URL
 * 200                         the document, or an error
 * 4xx                         not found: the next URL
 * anything else, no response  an error: the document may exist, and differ from that of the next URL
 * </pre>
 *
 * @see "SEC-07, SEC-08; fault H29"
 */
final class DocumentSearch {

    private static final UntrustedHttpClient.Limits EACH =
            new UntrustedHttpClient.Limits(Duration.ofSeconds(5), 256 * 1024, 3);

    /** Half of the limit for discovery: it searches for the resource, and for its authorization server. */
    private static final Duration ALL = Duration.ofMillis(7500);

    private final UntrustedHttpClient http;

    private final AuthorizationFailures failures;

    private final TimeSource time;

    DocumentSearch(UntrustedHttpClient http, AuthorizationFailures failures, TimeSource time) {
        this.http = http;
        this.failures = failures;
        this.time = time;
    }

    /** A document and its URL. */
    record Found(URI url, JsonDocument document) {}

    /**
     * Searches for a document.
     * @param what name of the document, for messages
     * @param places URLs, in order
     * @param headers headers of the requests, in addition to {@code Accept}
     * @return the document; empty if it was not found; or an {@link McpAuthorizationException}
     */
    Mono<Found> first(String what, List<URI> places, Map<String, String> headers) {
        Mono<Found> search = Mono.empty();
        for (URI place : places) {
            search = search.switchIfEmpty(Mono.defer(() -> at(what, place, headers)));
        }
        return search.timeout(ALL, this.time.timers())
                .onErrorMap(
                        TimeoutException.class,
                        ex -> this.failures.authorizationServer(
                                what + " was not received within " + ALL.toMillis() + " ms", null, null));
    }

    private Mono<Found> at(String what, URI place, Map<String, String> headers) {
        Map<String, String> all = new HashMap<>(headers);
        all.put("Accept", "application/json");
        return this.http
                .send("GET", place, all, null, EACH)
                .onErrorMap(error -> unreachable(what, place, error))
                .flatMap(answer -> Mono.justOrEmpty(found(what, place, answer)));
    }

    private Optional<Found> found(String what, URI place, UntrustedHttpClient.Answer answer) {
        if (answer.status() / 100 == 4 || (answer.status() == 200 && isPage(answer))) {
            return Optional.empty();
        }
        if (answer.status() != 200) {
            throw this.failures.authorizationServer(
                    described(what, place) + " returned status " + answer.status(), null, null);
        }
        try {
            return Optional.of(new Found(place, JsonDocument.parse(answer.body())));
        } catch (JsonDocument.MalformedException ex) {
            throw malformed(what, place, ex);
        }
    }

    McpAuthorizationException malformed(String what, URI place, JsonDocument.MalformedException problem) {
        return this.failures.authorizationServer(described(what, place) + " " + problem.getMessage(), null, null);
    }

    private RuntimeException unreachable(String what, URI place, Throwable error) {
        if (error instanceof ForbiddenUrlException forbidden) {
            return this.failures.untrusted(
                    described(what, place) + " was not read: " + forbidden.getMessage(), Metadata.TRUST);
        }
        String remedy = (error.getCause() instanceof SSLException)
                ? "If the address is correct, check the certificates of auth.ssl.bundle."
                : null;
        return this.failures.authorizationServer(
                described(what, place) + " could not be read: " + SafeText.excerpt(error.getMessage()), remedy, error);
    }

    /** Many sites respond to unknown paths with their front page. */
    private static boolean isPage(UntrustedHttpClient.Answer answer) {
        String type = answer.headers().getOrDefault("content-type", "");
        return type.toLowerCase(Locale.ROOT).startsWith("text/html");
    }

    static String described(String what, URI place) {
        return what + " at " + SafeText.excerpt(place.toString());
    }

    /**
     * The well-known URLs of documents, in search order.
     *
     * <pre>
     * server https://h/p      https://h/.well-known/oauth-protected-resource/p
     *                         https://h/.well-known/oauth-protected-resource
     * issuer https://h        https://h/.well-known/oauth-authorization-server
     *                         https://h/.well-known/openid-configuration
     * issuer https://h/p      https://h/.well-known/oauth-authorization-server/p
     *                         https://h/.well-known/openid-configuration/p
     *                         https://h/p/.well-known/openid-configuration
     * </pre>
     *
     * For an issuer with a path, the documents at the root belong to another tenant.
     *
     * @see "AUTH-07, AUTH-15, AUTH-16, AUTH-17, AUTH-63; RFC 8414, section 3.1; RFC 9728, section 3.1"
     */
    static final class WellKnown {

        private static final String RESOURCE = "/.well-known/oauth-protected-resource";

        private static final String AUTHORIZATION_SERVER = "/.well-known/oauth-authorization-server";

        private static final String OPENID = "/.well-known/openid-configuration";

        private WellKnown() {}

        static List<URI> ofResource(URI server) {
            return at(server, Stream.of(RESOURCE + path(server), RESOURCE).distinct());
        }

        static List<URI> ofIssuer(URI issuer) {
            String path = path(issuer);
            return at(
                    issuer,
                    Stream.of(AUTHORIZATION_SERVER + path, OPENID + path, path + OPENID)
                            .distinct());
        }

        /** The document of a server that follows revision 2025-03-26: only at its root, and of one kind. */
        static URI ofRoot(URI server) {
            return URI.create(base(server) + AUTHORIZATION_SERVER);
        }

        /** Scheme, host and port as written. */
        static String base(URI url) {
            return url.getScheme() + "://" + url.getHost() + ((url.getPort() >= 0) ? ":" + url.getPort() : "");
        }

        private static List<URI> at(URI base, Stream<String> paths) {
            return paths.map(path -> URI.create(base(base) + path)).toList();
        }

        /** Without a trailing slash, which is only significant in comparisons of identifiers (AUTH-17). */
        private static String path(URI identifier) {
            String path = (identifier.getRawPath() != null) ? identifier.getRawPath() : "";
            return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        }
    }
}
