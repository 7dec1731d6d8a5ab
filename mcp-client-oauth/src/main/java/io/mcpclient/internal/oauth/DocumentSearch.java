package io.mcpclient.internal.oauth;

import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

import javax.net.ssl.SSLException;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpAuthorizationException.Reason;
import io.mcpclient.support.net.ForbiddenUrlException;
import io.mcpclient.support.net.UntrustedHttpClient;
import io.mcpclient.text.SafeText;
import io.mcpclient.time.TimeSource;

/**
 * Searches for a document at several URLs in order. Requests contain nothing that identifies the user, and no part of a
 * response appears in an error.
 *
 * <pre>
 * 4xx, or 200 with an HTML page     not found: the next URL
 * 200 with a valid document         the document; if it lacks something, the next documents supply the missing members
 * any other response                the next URL; if no other has a valid document, the error of this one
 * not accepted by the settings      an error
 * no response                       an error, unless there is a document already
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

    /**
     * The document to search for.
     *
     * @param what its name, for messages
     * @param places URLs, in order
     * @param headers headers of the requests, in addition to {@code Accept}
     * @param reader validates a document; throws a {@link JsonDocument.MalformedException} or an {@link
     *     McpAuthorizationException}
     * @param isComplete whether nothing is missing that another document could supply
     * @param <T> content of the document
     */
    record Query<T>(
            String what,
            List<URI> places,
            Map<String, String> headers,
            Function<JsonDocument, T> reader,
            Predicate<T> isComplete) {}

    /** The best document so far, and the first problem. */
    private record Progress<T>(
            @Nullable JsonDocument document,
            @Nullable T content,
            @Nullable RuntimeException problem) {}

    /**
     * Searches for a document.
     * @param query the document
     * @param <T> its content
     * @return its content; empty if it was not found; or an {@link McpAuthorizationException}
     */
    <T> Mono<T> first(Query<T> query) {
        return next(query, 0, new Progress<>(null, null, null))
                .timeout(ALL, this.time.timers())
                .onErrorMap(
                        TimeoutException.class,
                        ex -> this.failures.authorizationServer(
                                query.what() + " was not received within " + ALL.toMillis() + " ms", null, null));
    }

    private <T> Mono<T> next(Query<T> query, int index, Progress<T> progress) {
        if (index == query.places().size()) {
            return (progress.content() == null && progress.problem() != null)
                    ? Mono.error(progress.problem())
                    : Mono.justOrEmpty(progress.content());
        }
        return Mono.defer(() -> at(query, query.places().get(index)))
                .map(answer -> judged(query, query.places().get(index), answer, progress))
                .onErrorResume(error -> progress.content() != null, error -> Mono.just(progress))
                .flatMap(result -> {
                    T content = result.content();
                    return (content != null && query.isComplete().test(content))
                            ? Mono.just(content)
                            : next(query, index + 1, result);
                });
    }

    private <T> Mono<UntrustedHttpClient.Answer> at(Query<T> query, URI place) {
        Map<String, String> all = new HashMap<>(query.headers());
        all.put("Accept", "application/json");
        return this.http
                .send("GET", place, all, null, EACH)
                .onErrorMap(error -> unreachable(query.what(), place, error));
    }

    private <T> Progress<T> judged(Query<T> query, URI place, UntrustedHttpClient.Answer answer, Progress<T> progress) {
        if (answer.status() / 100 == 4 || (answer.status() == 200 && isPage(answer))) {
            return progress;
        }
        try {
            if (answer.status() != 200) {
                throw this.failures.authorizationServer(
                        described(query.what(), place) + " returned status " + answer.status(), null, null);
            }
            JsonDocument document = JsonDocument.parse(answer.body());
            T content = query.reader().apply(document);
            JsonDocument before = progress.document();
            if (before == null) {
                return new Progress<>(document, content, progress.problem());
            }
            JsonDocument both = before.withMissing(document);
            return new Progress<>(both, query.reader().apply(both), progress.problem());
        } catch (JsonDocument.MalformedException ex) {
            return with(progress, malformed(query.what(), place, ex));
        } catch (McpAuthorizationException ex) {
            if (ex.reason() == Reason.SETTINGS) {
                throw ex; // a decision of the application
            }
            return with(progress, ex);
        }
    }

    private static <T> Progress<T> with(Progress<T> progress, RuntimeException problem) {
        return (progress.problem() != null)
                ? progress
                : new Progress<>(progress.document(), progress.content(), problem);
    }

    private McpAuthorizationException malformed(String what, URI place, JsonDocument.MalformedException problem) {
        return this.failures.authorizationServer(
                described(what, place) + " " + problem.getMessage(), problem.remedy(), null);
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
