package io.mcpclient.net;

import java.net.URI;
import java.time.Duration;
import java.util.Map;

import javax.net.ssl.SSLContext;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Calls addresses that were learned from a server, as far as the policy allows: with no header but those given here, no
 * cookies, bounded bodies and times, and addresses that are checked when they are connected to. Thread-safe.
 *
 * @see "SEC-01 to SEC-08; faults H07, H16, H22, H29"
 */
public final class LearnedHttp {

    /**
     * Limits of one kind of request.
     *
     * @param timeout from its beginning to the end of its answer
     * @param maxBytes of the body of its answer
     * @param redirects how many redirects are followed, each of which is checked; zero with a body
     */
    public record Limits(Duration timeout, int maxBytes, int redirects) {}

    /**
     * Creates a client. Costs no I/O.
     * @param policy what may be called
     * @param sslContext trust and keys, or {@code null} for those of the Java runtime
     * @param connectTimeout limit for TCP and TLS
     */
    public LearnedHttp(McpNetworkPolicy policy, @Nullable SSLContext sslContext, Duration connectTimeout) {
        throw new UnsupportedOperationException("to be written");
    }

    /**
     * Sends a request.
     * @param method {@code GET} or {@code POST}
     * @param url where to
     * @param headers all of its headers
     * @param body its body, or {@code null} for none
     * @param limits what bounds it
     * @return the answer, of any status; a {@link ForbiddenUrlException}, or another error without anything secret in its
     *     message: {@link java.io.IOException}s for whatever else goes wrong
     */
    public Mono<Answer> send(
            String method, URI url, Map<String, String> headers, byte @Nullable [] body, Limits limits) {
        throw new UnsupportedOperationException("to be written");
    }

    /**
     * An answer. {@code toString} shows the status alone.
     *
     * @param status HTTP status
     * @param headers first values by names in lower case
     * @param body its body, complete
     */
    public record Answer(int status, Map<String, String> headers, byte[] body) {

        @Override
        public String toString() {
            return "Answer[status=" + this.status + "]";
        }
    }

    /** Closes connections. */
    public void close() {}
}
