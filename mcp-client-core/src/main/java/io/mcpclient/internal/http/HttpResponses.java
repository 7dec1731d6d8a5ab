package io.mcpclient.internal.http;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpHeaders;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import io.mcpclient.error.McpException;
import io.mcpclient.error.McpProtocolException.Reason;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.jsonrpc.MalformedMessageException;
import io.mcpclient.text.SafeText;
import io.mcpclient.time.TimeSource;
import io.mcpclient.transport.HttpStatusException;

/**
 * Responses without messages: their interpretation, and their disposal. Reads a limited part of their bodies for a limited
 * time. Thread-safe.
 *
 * @see "faults A07, B06, B23, F17"
 */
record HttpResponses(
        JsonCodec codec,
        HttpFailures failures,
        Redirects redirects,
        HttpStatusException.Credentials credentials,
        TimeSource time) {

    /** Limit for the body of an unsuccessful response. */
    private static final int ERROR_BODY_BYTES = 64 * 1024;

    /** Limit for the part that is kept if the body is not a JSON-RPC error. */
    private static final int TEXT_BYTES = 512;

    private static final Duration SIDE_BODY_TIMEOUT = Duration.ofSeconds(2);

    /** Abandons a body and closes its connection; WebClient would read all of it before it signals an error. */
    static void leave(HttpReply response) {
        response.body().subscribe(new BaseSubscriber<>() {
            @Override
            protected void hookOnSubscribe(Subscription subscription) {
                subscription.cancel();
            }
        });
    }

    /** Drains a body that is not needed; a body that does not end is abandoned, and its connection closed. */
    <T> Mono<T> discard(HttpReply response) {
        return response.body()
                .doOnNext(Buffers::release)
                .then(Mono.<T>empty())
                .timeout(SIDE_BODY_TIMEOUT, Mono.empty(), this.time.timers());
    }

    /**
     * Fails with the error that an unsuccessful response means, when its connection is free; with a {@link RedirectException} for a
     * redirect to follow.
     */
    <T> Mono<T> reject(SentRequest request, HttpReply response) {
        return rejection(request, response).flatMap(FreeConnection::thenFail);
    }

    private Mono<Throwable> rejection(SentRequest request, HttpReply response) {
        int status = response.status();
        if (status < 400) {
            String target = response.header(HttpHeaders.LOCATION);
            return this.<Throwable>discard(response).defaultIfEmpty(this.redirects.judge(request, status, target));
        }
        McpException refusal = this.failures.refusedByProxy(request, status);
        if (refusal != null) {
            return this.<Throwable>discard(response).defaultIfEmpty(refusal);
        }
        Duration elapsed = this.time.since(request.sinceNanos());
        boolean json = response.isType(HttpWire.JSON);
        List<String> challenges = response.headers(HttpHeaders.WWW_AUTHENTICATE);
        String retryAfter = response.header(HttpHeaders.RETRY_AFTER);
        String contentType = response.header(HttpHeaders.CONTENT_TYPE);
        return firstBytes(response).map(body -> {
            JsonRpcError error = json ? errorIn(body) : null;
            HttpStatusException answer = new HttpStatusException(
                            status, challenges, this.credentials, retryAfter, error)
                    .withBody(new HttpStatusException.Body(
                            request.address(),
                            (error == null && body.length > 0) ? text(body) : null,
                            ServerText.of(this.codec, contentType, body, error)))
                    .withElapsed(elapsed);
            String note = (error == null) ? this.failures.noteOnProxy(status) : null;
            return (note != null) ? answer.withNote(note) : answer;
        });
    }

    private static String text(byte[] body) {
        return new String(body, 0, Math.min(body.length, TEXT_BYTES), StandardCharsets.UTF_8);
    }

    private @Nullable JsonRpcError errorIn(byte[] body) {
        try {
            return (this.codec.decode(body, 0, body.length, id -> null) instanceof JsonRpcError error) ? error : null;
        } catch (MalformedMessageException ex) {
            return null;
        }
    }

    /** Fails because of a response of an unexpected content type, or one that is compressed. */
    <T> Mono<T> rejectType(SentRequest request, String expected, HttpReply response) {
        String contentType = response.header(HttpHeaders.CONTENT_TYPE);
        String found =
                (contentType != null) ? "with content type " + SafeText.excerpt(contentType) : "without content type";
        String coding = response.coding();
        return firstBytes(response)
                .flatMap(body -> Mono.error(this.failures.malformed(
                        request.operation(),
                        (coding != null)
                                ? "the response is compressed (" + SafeText.excerpt(coding)
                                        + "), although no compression was requested"
                                : "HTTP " + response.status() + " " + found + " instead of " + expected + ": "
                                        + SafeText.excerpt(new String(body, StandardCharsets.UTF_8)),
                        Reason.CONTENT_TYPE,
                        null)));
    }

    /** The first bytes of a body, none of one that is compressed. */
    private Mono<byte[]> firstBytes(HttpReply response) {
        if (response.coding() != null) {
            return this.<byte[]>discard(response).defaultIfEmpty(new byte[0]);
        }
        Flux<DataBuffer> body = DataBufferUtils.takeUntilByteCount(response.body(), ERROR_BODY_BYTES);
        return DataBufferUtils.join(body.onErrorResume(HttpResponses::endOf))
                .map(buffer -> {
                    byte[] bytes = new byte[buffer.readableByteCount()];
                    buffer.read(bytes);
                    Buffers.release(buffer);
                    return bytes;
                })
                .timeout(SIDE_BODY_TIMEOUT, this.time.timers())
                .onErrorReturn(new byte[0])
                .defaultIfEmpty(new byte[0]);
    }

    /**
     * A broken body counts as ended where it broke. Spring rejects the body of a cancelled request with an error that has no
     * subscriber: in that case the cancellation is about to arrive (fault B15).
     */
    private static Flux<DataBuffer> endOf(Throwable broken) {
        return (broken instanceof IllegalStateException) ? Flux.never() : Flux.empty();
    }
}
