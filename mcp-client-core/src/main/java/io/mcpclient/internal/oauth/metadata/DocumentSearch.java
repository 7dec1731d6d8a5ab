package io.mcpclient.internal.oauth.metadata;

import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

import javax.net.ssl.SSLException;

import reactor.core.publisher.Mono;

import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.internal.net.ForbiddenUrlException;
import io.mcpclient.internal.net.UntrustedHttpClient;
import io.mcpclient.internal.support.SafeText;
import io.mcpclient.time.TimeSource;

/**
 * Looks for a document at one place after the other. Nothing goes out that could show who asks, and nothing of what comes back
 * gets into an error.
 *
 * <pre>
 * 200, a page for humans      not there: the next place
 * 200                         this is it, or an error
 * 4xx                         not there: the next place
 * anything else, or silence   an error: it may be there, and be another one than the next place has
 * </pre>
 *
 * @see "SEC-07, SEC-08; fault H29"
 */
final class DocumentSearch {

    private static final UntrustedHttpClient.Limits EACH =
            new UntrustedHttpClient.Limits(Duration.ofSeconds(5), 256 * 1024, 3);

    /** Half of what a discovery may take: it consists of a search for the resource, and of one for its authorization server. */
    private static final Duration ALL = Duration.ofMillis(7500);

    private final UntrustedHttpClient http;

    private final AuthorizationFailures failures;

    private final TimeSource time;

    DocumentSearch(UntrustedHttpClient http, AuthorizationFailures failures, TimeSource time) {
        this.http = http;
        this.failures = failures;
        this.time = time;
    }

    /** A document, and where it was. */
    record Found(URI url, JsonDocument document) {}

    /**
     * Looks for a document.
     * @param what what is looked for, for messages
     * @param places where, in order
     * @param headers headers of the requests, beside what they accept
     * @return the document; empty if it is nowhere; or an {@link McpAuthorizationException}
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
                                what + " did not come within " + ALL.toMillis() + " ms", null, null));
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
                    described(what, place) + " was answered with status " + answer.status(), null, null);
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
                ? "If it is the right address, check the certificates of auth.ssl.bundle."
                : null;
        return this.failures.authorizationServer(
                described(what, place) + " could not be read: " + SafeText.excerpt(error.getMessage()), remedy, error);
    }

    /** Many sites answer whatever they do not know with their front page. */
    private static boolean isPage(UntrustedHttpClient.Answer answer) {
        String type = answer.headers().getOrDefault("content-type", "");
        return type.toLowerCase(Locale.ROOT).startsWith("text/html");
    }

    static String described(String what, URI place) {
        return what + " at " + SafeText.excerpt(place.toString());
    }
}
