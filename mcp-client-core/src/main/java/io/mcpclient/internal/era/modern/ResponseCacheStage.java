package io.mcpclient.internal.era.modern;

import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.McpCacheUse;
import io.mcpclient.call.McpCall;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.internal.era.modern.ResponseCache.Fetch;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.schema.CacheableResult;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.schema.ReadResourceResult;
import io.mcpclient.time.TimeSource;

/**
 * Stage that returns lists and contents of resources from a cache, for the lifetime that the server specifies.
 *
 * <pre>
 *  call ──► cached, still valid, and allowed? ──yes──► the same result again
 *                     │ no
 *                     ▼
 *                the server ──► complete, with a lifetime, no input requested, nothing newer known? ──► cached
 * </pre>
 *
 * <p>The cache sends no requests by itself, in advance or again: the lifetime of a result is not a polling interval (CACHE-05).
 * A result is returned only to callers that would send the same headers, even a result that the server marks as public: it may
 * be wrong about that.
 *
 * <p>Two concurrent callers of the same request both ask the server. To share one request, each would be subject to the
 * deadline, the progress and the cancellation of the other, just for the short time in which nothing is cached.
 *
 * <p>One per client, that is per server. Has no threads and no timers. Thread-safe.
 *
 * @see "MCP 2026-07-28, server/utilities/caching (CACHE-01 to CACHE-12); basic/patterns/mrtr (MRTR-14); fault F32"
 */
final class ResponseCacheStage {

    private static final int MAX_ENTRIES = 256;

    private final JsonCodec codec;

    private final ResponseCache results;

    private final boolean isEnabled;

    /**
     * Creates the stage of one client.
     * @param codec writes parameters
     * @param enabled whether results are cached; if not, each call goes directly to the server
     * @param time clock of the client
     */
    ResponseCacheStage(JsonCodec codec, boolean enabled, TimeSource time) {
        this(codec, enabled, time::nanoTime, MAX_ENTRIES);
    }

    ResponseCacheStage(JsonCodec codec, boolean enabled, LongSupplier clock, int maxEntries) {
        this.codec = codec;
        this.isEnabled = enabled;
        this.results = new ResponseCache(clock, maxEntries);
    }

    /**
     * Handles a call.
     * @param call the call
     * @param grant returns the grant of the requests' credentials, see {@link io.mcpclient.transport.McpTransport#grant()}
     * @param next sends the request to the server
     * @return the result, cached or new, or the error of the server
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
        return (result instanceof CacheableResult cacheable && cacheable.hasAnswer() && !dependsOnInput(call))
                ? cacheable
                : null;
    }

    /** Whether the result depends on input that the server requested, which is not part of the key (MRTR-14). */
    private static boolean dependsOnInput(McpCall call) {
        return call.progress().dependsOnInput();
    }

    /**
     * Errors are never cached, but they cast doubt on cached results. Cursors come from pages, so those are dropped (CACHE-10).
     */
    private void refused(Fetch fetch, CacheKey key, McpRequestException error) {
        if (key.isLaterPage() && error.code() == McpErrorCodes.INVALID_PARAMS) {
            invalidate(key.method());
        } else {
            this.results.answered(fetch, null);
        }
    }

    /**
     * Invalidates all results of a method, all pages of them, and in-flight requests. Change notifications must lead here
     * before listeners receive them.
     * @param method protocol method, for example {@code tools/list}
     */
    void invalidate(String method) {
        this.results.drop(key -> key.method().equals(method), (key, result) -> true);
    }

    /**
     * Invalidates contents of a resource, of resources above and below it (SUB-17), and results that include it.
     * @param uri URI of the resource
     */
    void invalidateResource(String uri) {
        // In-flight results may turn out to contain it.
        this.results.drop(key -> key.uri() != null, (key, result) -> isRelated(uri, key.uri(), result));
    }

    private static boolean isRelated(String changed, @Nullable String read, CacheableResult result) {
        return (read != null && isRelated(changed, read))
                || (result instanceof ReadResourceResult contents
                        && contents.contents().stream().anyMatch(part -> isRelated(changed, part.uri())));
    }

    /** Whether one begins with the other. Treating "a/bc" as below "a/b" costs at most one request. */
    private static boolean isRelated(String one, String other) {
        return one.startsWith(other) || other.startsWith(one);
    }

    /** Invalidates everything: changes during some time are unknown. */
    void invalidateAll() {
        this.results.drop(key -> true, (key, result) -> true);
    }

    /** For tests: cached results and in-flight requests. */
    ResponseCache results() {
        return this.results;
    }
}
