package io.mcpclient.protocol.modern;

import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.McpCacheUse;
import io.mcpclient.call.McpCall;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.protocol.modern.KeptResults.Fetch;
import io.mcpclient.schema.CacheableResult;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.schema.ReadResourceResult;
import io.mcpclient.support.TimeSource;

/**
 * Stage that gives lists and contents of resources out of memory, for as long as the server said that they hold.
 *
 * <pre>
 *  call ──► kept, still fresh, and wanted? ──yes──► the same result again
 *                     │ no
 *                     ▼
 *                the server ──► complete, fresh for a while, nobody was asked, nothing newer known? ──► kept
 * </pre>
 *
 * <p>The cache requests nothing in advance or again by itself: how long a result holds is no interval to ask in (CACHE-05). A
 * result is given only to who would send the same headers, even one that the server calls public: it may be wrong about
 * that.
 *
 * <p>Two who ask for the same thing at the same time both ask the server. To let them share one request, each would have to
 * bear the deadline, the progress and the cancellation of the other, and that for the short while in which nothing is kept.
 *
 * <p>One for each client, that is for each server. Has no threads and no timers. Thread-safe.
 *
 * @see "MCP 2026-07-28, server/utilities/caching (CACHE-01 to CACHE-12); basic/patterns/mrtr (MRTR-14); fault F32"
 */
final class ResultCache {

    private static final int MAX_ENTRIES = 256;

    private final JsonCodec codec;

    private final KeptResults results;

    private final boolean isEnabled;

    /**
     * Creates the stage of one client.
     * @param codec writes parameters
     * @param enabled whether anything is kept; if not, each call goes straight to the server
     * @param time clock of the client
     */
    ResultCache(JsonCodec codec, boolean enabled, TimeSource time) {
        this(codec, enabled, time::nanoTime, MAX_ENTRIES);
    }

    ResultCache(JsonCodec codec, boolean enabled, LongSupplier clock, int maxEntries) {
        this.codec = codec;
        this.isEnabled = enabled;
        this.results = new KeptResults(clock, maxEntries);
    }

    /**
     * Answers a call.
     * @param call the call
     * @param grant tells what the credentials of requests were granted by, see {@link io.mcpclient.transport.McpTransport#grant()}
     * @param next asks the server
     * @return the result, kept or new, or the error of the server
     */
    Mono<Object> handle(McpCall call, Supplier<@Nullable Object> grant, CallHandler next) {
        if (!this.isEnabled || call.options().cache() == McpCacheUse.BYPASS) {
            return next.handle(call);
        }
        return Mono.defer(() -> {
            CacheKey key = CacheKey.of(call, grant.get(), this.codec);
            if (key == null) {
                return next.handle(call);
            }
            CacheableResult kept = (call.options().cache() == McpCacheUse.USE) ? this.results.find(key) : null;
            return (kept != null) ? Mono.just(kept) : fetch(key, call, grant, next);
        });
    }

    /** For tests: without credentials. */
    Mono<Object> handle(McpCall call, CallHandler next) {
        return handle(call, () -> null, next);
    }

    private Mono<Object> fetch(CacheKey key, McpCall call, Supplier<@Nullable Object> grant, CallHandler next) {
        return Mono.using(
                () -> this.results.begin(key),
                fetch -> next.handle(call)
                        .doOnNext(result -> this.results.answered(
                                fetch, Objects.equals(key.grant(), grant.get()) ? storable(call, result) : null))
                        .doOnError(McpRequestException.class, error -> refused(fetch, key, error)),
                this.results::end);
    }

    private static @Nullable CacheableResult storable(McpCall call, Object result) {
        return (result instanceof CacheableResult cacheable && cacheable.hasAnswer() && !wasAsked(call))
                ? cacheable
                : null;
    }

    /** Whether the answer depends on input that the server asked for: that is not in the key (MRTR-14). */
    private static boolean wasAsked(McpCall call) {
        return call.progress().wasAsked();
    }

    /** An error is never kept, but what is kept is doubtful with it. Cursors come from pages, so those go (CACHE-10). */
    private void refused(Fetch fetch, CacheKey key, McpRequestException error) {
        if (key.isLaterPage() && error.code() == McpErrorCodes.INVALID_PARAMS) {
            invalidate(key.method());
        } else {
            this.results.answered(fetch, null);
        }
    }

    /**
     * Drops all that was kept for a method, all pages of it, and what is under way. Notifications of a change have to lead
     * here before anybody else hears of them.
     * @param method protocol method, for example {@code tools/list}
     */
    void invalidate(String method) {
        this.results.drop(key -> key.method().equals(method), (key, result) -> true);
    }

    /**
     * Drops what was read of a resource, of what lies above it and below it (SUB-17), and where it was among the contents.
     * @param uri URI of the resource
     */
    void invalidateResource(String uri) {
        // What is under way may turn out to contain it.
        this.results.drop(key -> key.uri() != null, (key, result) -> isRelated(uri, key.uri(), result));
    }

    private static boolean isRelated(String changed, @Nullable String read, CacheableResult result) {
        return (read != null && isRelated(changed, read))
                || (result instanceof ReadResourceResult contents
                        && contents.contents().stream().anyMatch(part -> isRelated(changed, part.uri())));
    }

    /** Whether one begins with the other. That "a/b" is not below "a/bc" costs no more than one request. */
    private static boolean isRelated(String one, String other) {
        return one.startsWith(other) || other.startsWith(one);
    }

    /** Drops everything: what happened for some time is not known. */
    void invalidateAll() {
        this.results.drop(key -> true, (key, result) -> true);
    }

    /** For tests: how much is kept, and how much is under way. */
    KeptResults results() {
        return this.results;
    }
}
