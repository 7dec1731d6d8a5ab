package io.mcpclient.discovery.internal;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpException;
import io.mcpclient.support.BoundedCache;
import io.mcpclient.support.net.UntrustedHttpClient;
import io.mcpclient.support.net.UntrustedHttpClient.Answer;
import io.mcpclient.text.SafeText;
import io.mcpclient.time.TimeSource;

/**
 * Reads JSON documents, once for any number of concurrent callers, and stores them as long as their headers permit. Thread-safe.
 *
 * <pre>
 * fresh in the cache               the stored document, without a request
 * 200 and an accepted media type   the document
 * 304                              the stored document; an error if there is none
 * 404, 410                         empty
 * no response, 429, 5xx            the stored document as stale, if the rules permit that, or an error
 * anything else                    an error
 * </pre>
 *
 * @see "CRD-04, CRD-11 to CRD-13, CRD-28, CRD-A1, CRD-A4, CRD-A5, CRD-A11; REG-06, REG-29, REG-A9"
 */
public final class DocumentReader {

    private final Rules rules;

    private final TimeSource time;

    private final BoundedCache<String, Document> cache;

    private final Map<String, Mono<Document>> inFlight = new ConcurrentHashMap<>();

    /**
     * How documents are read and stored.
     *
     * @param timeout limit of one request, redirects included
     * @param maxBytes maximum size of one document
     * @param redirects maximum number of redirects
     * @param standardLife life of a document without headers about it
     * @param longestLife maximum life of any document
     * @param isStaleUsed whether an expired document is used while it cannot be read again
     * @param maxDocuments maximum number of stored documents
     * @param maxStoredBytes maximum total size of stored documents
     */
    public record Rules(
            Duration timeout,
            int maxBytes,
            int redirects,
            Duration standardLife,
            Duration longestLife,
            boolean isStaleUsed,
            int maxDocuments,
            long maxStoredBytes) {}

    /**
     * One document to read.
     *
     * @param operation name of the operation, for messages
     * @param url its URL
     * @param mediaTypes accepted media types, the preferred one first
     * @param headers headers of the request, {@code Accept} apart
     * @param access which addresses may be read
     */
    public record Query(
            String operation, URI url, List<String> mediaTypes, Map<String, String> headers, Access access) {

        /** Documents read for one origin are not given to another, which may have other keys. */
        String key() {
            return this.access.home() + " " + this.url;
        }
    }

    /**
     * Creates a reader with an empty cache.
     * @param rules how documents are read
     * @param time clock and timers
     */
    public DocumentReader(Rules rules, TimeSource time) {
        this.rules = rules;
        this.time = time;
        long least = rules.maxStoredBytes() / rules.maxDocuments();
        this.cache = new BoundedCache<>(rules.maxStoredBytes(), document -> Math.max(document.bytes(), least));
    }

    /**
     * Reads a document. One that is not valid is not stored.
     * @param query the document
     * @param content returns its content, or throws an {@link McpException}
     * @param <T> type of the content
     * @return the content; empty if there is no document at the URL; fails with an {@link McpException}
     */
    public <T> Mono<T> read(Query query, Function<Document, T> content) {
        return stored(query).map(document -> {
            try {
                return content.apply(document);
            } catch (McpException ex) {
                this.cache.remove(query.key());
                throw ex;
            }
        });
    }

    private Mono<Document> stored(Query query) {
        return Mono.defer(() -> {
            Document stored = this.cache.get(query.key());
            if (stored != null && this.time.instant().isBefore(stored.expiresAt())) {
                return Mono.just(stored);
            }
            return shared(query.key(), () -> fetch(query, stored));
        });
    }

    private Mono<Document> shared(String key, Supplier<Mono<Document>> work) {
        // removed before the result is emitted: a later lookup does not get an earlier result
        return this.inFlight.computeIfAbsent(key, absent -> Mono.defer(work)
                .doOnTerminate(() -> this.inFlight.remove(key))
                .cache());
    }

    private Mono<Document> fetch(Query query, @Nullable Document stored) {
        UntrustedHttpClient.Limits limits =
                new UntrustedHttpClient.Limits(this.rules.timeout(), this.rules.maxBytes(), this.rules.redirects());
        return Mono.using(
                        () -> query.access().client(this.time),
                        http -> http.send("GET", query.url(), headers(query, stored), null, limits),
                        UntrustedHttpClient::close)
                .onErrorMap(error -> LookupFailures.unreachable(query.operation(), query.url(), error))
                .flatMap(response -> Mono.justOrEmpty(read(query, response, stored)))
                .onErrorResume(
                        McpConnectionException.class,
                        error -> isStaleUsed(error, stored)
                                ? Mono.justOrEmpty(stored).map(Document::stale)
                                : Mono.error(error));
    }

    private boolean isStaleUsed(McpConnectionException error, @Nullable Document stored) {
        boolean isDown = error.status() == 0 || error.status() == 429 || error.status() >= 500;
        return this.rules.isStaleUsed() && stored != null && isDown;
    }

    private static Map<String, String> headers(Query query, @Nullable Document stored) {
        Map<String, String> headers = new HashMap<>(query.headers());
        headers.put("Accept", String.join(", ", query.mediaTypes()));
        if (stored != null && stored.etag() != null) {
            headers.put("If-None-Match", stored.etag());
        }
        return headers;
    }

    private @Nullable Document read(Query query, Answer response, @Nullable Document stored) {
        return switch (response.status()) {
            case 200 -> store(query, response, document(query, response));
            case 304 -> store(query, response, confirmed(query, stored));
            case 404, 410 -> {
                this.cache.remove(query.key());
                yield null;
            }
            default -> throw LookupFailures.status(query.operation(), query.url(), response.status());
        };
    }

    private static Document confirmed(Query query, @Nullable Document stored) {
        if (stored == null || stored.etag() == null) {
            throw LookupFailures.status(query.operation(), query.url(), 304);
        }
        return stored;
    }

    private Document document(Query query, Answer response) {
        String type = response.headers().get("content-type");
        if (type == null || !query.mediaTypes().contains(mediaType(type))) {
            throw LookupFailures.contentType(query.operation(), query.url(), type);
        }
        try {
            Instant now = this.time.instant();
            return new Document(
                    query.url(),
                    JsonDocuments.parse(response.body()),
                    response.body().length,
                    Freshness.etag(response.headers()),
                    now,
                    now,
                    false);
        } catch (MalformedDocumentException ex) {
            throw LookupFailures.malformed(query.operation(), "the document at " + SafeText.address(query.url()), ex);
        }
    }

    private static String mediaType(String contentType) {
        return contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    }

    private Document store(Query query, Answer response, Document document) {
        Freshness freshness = Freshness.of(response.headers(), this.rules.standardLife(), this.rules.longestLife());
        Instant now = this.time.instant();
        Document current = document.confirmed(now, now.plus(freshness.life()));
        if (freshness.isStorable()) {
            this.cache.put(query.key(), current);
        } else {
            this.cache.remove(query.key());
        }
        return current;
    }
}
