package io.mcpclient.internal.http;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.web.reactive.function.BodyExtractors;
import org.springframework.web.reactive.function.client.ClientResponse;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import io.mcpclient.error.McpException;
import io.mcpclient.error.McpProtocolException.Reason;
import io.mcpclient.internal.support.SafeText;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.jsonrpc.MalformedMessageException;
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
    static void leave(ClientResponse response) {
        response.body(BodyExtractors.toDataBuffers()).subscribe(new BaseSubscriber<>() {
            @Override
            protected void hookOnSubscribe(Subscription subscription) {
                subscription.cancel();
            }
        });
    }

    /** Drains a body that is not needed; a body that does not end is abandoned, and its connection closed. */
    Mono<Void> discard(ClientResponse response) {
        return response.releaseBody().timeout(SIDE_BODY_TIMEOUT, Mono.empty(), this.time.timers());
    }

    /** Converts an unsuccessful response to an error; a {@link RedirectException} for a redirect to follow. */
    Mono<Throwable> rejection(SentRequest request, ClientResponse response) {
        int status = response.statusCode().value();
        HttpHeaders headers = response.headers().asHttpHeaders();
        if (status < 400) {
            return discard(response)
                    .thenReturn(this.redirects.judge(request, status, headers.getFirst(HttpHeaders.LOCATION)));
        }
        McpException refusal = this.failures.refusedByProxy(request, status);
        if (refusal != null) {
            return discard(response).thenReturn(refusal);
        }
        if (status == 404 || status == 410) {
            this.redirects.removeTarget(request.url());
        }
        boolean json = isType(response, HttpWire.JSON);
        List<String> challenges = headers.getOrEmpty(HttpHeaders.WWW_AUTHENTICATE);
        String retryAfter = headers.getFirst(HttpHeaders.RETRY_AFTER);
        String contentType = headers.getFirst(HttpHeaders.CONTENT_TYPE);
        return firstBytes(response).map(body -> {
            JsonRpcError error = json ? errorIn(body) : null;
            HttpStatusException answer = new HttpStatusException(
                            status, challenges, this.credentials, retryAfter, error)
                    .withBody(new HttpStatusException.Body(
                            request.address(),
                            (error == null && body.length > 0) ? text(body) : null,
                            ServerText.of(this.codec, contentType, body, error)));
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

    /** Converts a response of an unexpected content type to an error. */
    Mono<Throwable> wrongType(SentRequest request, String expected, ClientResponse response) {
        int status = response.statusCode().value();
        String contentType = response.headers().asHttpHeaders().getFirst(HttpHeaders.CONTENT_TYPE);
        return firstBytes(response)
                .map(body -> this.failures.malformed(
                        request.operation(),
                        "HTTP " + status + " with content type " + SafeText.excerpt(contentType) + " instead of "
                                + expected + ": " + SafeText.excerpt(new String(body, StandardCharsets.UTF_8)),
                        Reason.CONTENT_TYPE,
                        null));
    }

    private Mono<byte[]> firstBytes(ClientResponse response) {
        Flux<DataBuffer> body =
                DataBufferUtils.takeUntilByteCount(response.body(BodyExtractors.toDataBuffers()), ERROR_BODY_BYTES);
        return DataBufferUtils.join(body.onErrorResume(HttpResponses::endOf))
                .map(buffer -> {
                    byte[] bytes = new byte[buffer.readableByteCount()];
                    buffer.read(bytes);
                    DataBufferUtils.release(buffer);
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

    static boolean isType(ClientResponse response, String type) {
        return isType(response.headers().asHttpHeaders().getFirst(HttpHeaders.CONTENT_TYPE), type);
    }

    static boolean isType(@Nullable String contentType, String type) {
        return contentType != null
                && contentType.regionMatches(true, 0, type, 0, type.length())
                && (contentType.length() == type.length() || ";, ".indexOf(contentType.charAt(type.length())) >= 0);
    }
}
