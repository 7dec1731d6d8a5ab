package io.mcpclient.internal.http;

import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import io.mcpclient.time.TimeSource;

/**
 * Abandons an exchange whose response does not begin in time. Its further duration is bounded by the deadline of the call.
 * Costs nothing without a limit. Thread-safe.
 *
 * @see "fault B01"
 */
final class ResponseLimit {

    private static final ResponseLimit NONE = new ResponseLimit(null);

    private final @Nullable Duration limit;

    private volatile boolean begun;

    private ResponseLimit(@Nullable Duration limit) {
        this.limit = limit;
    }

    static ResponseLimit of(@Nullable Duration limit) {
        return (limit != null) ? new ResponseLimit(limit) : NONE;
    }

    /** The status line and the headers have arrived. */
    void onResponse() {
        if (this.limit != null) {
            this.begun = true;
        }
    }

    <T> Flux<T> apply(Flux<T> messages, TimeSource time, Function<Duration, Throwable> failure) {
        Duration limit = this.limit;
        if (limit == null) {
            return messages;
        }
        Mono<Long> late = time.delay(limit).filter(tick -> !this.begun).switchIfEmpty(Mono.never());
        return messages.timeout(late).onErrorMap(TimeoutException.class, timeout -> failure.apply(limit));
    }
}
