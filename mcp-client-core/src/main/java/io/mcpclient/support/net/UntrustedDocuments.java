package io.mcpclient.support.net;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

import javax.net.ssl.SSLContext;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.settings.McpHttpProxy;
import io.mcpclient.time.TimeSource;

/**
 * Reads documents at URLs that others named, with SSRF protection: the address of each connection is checked, for each redirect again.
 * Sends only the given headers, stores no cookies, and bounds the size and the time of each response. Thread-safe.
 *
 * <p>For modules that read documents about servers before they connect to one. {@code http} is refused except on this machine, and there
 * only for a trusted origin or from such an origin. A redirect to another origin is followed without the headers, except {@code Accept},
 * and none is followed from {@code https} to {@code http}.
 */
public interface UntrustedDocuments {

    /**
     * Creates a reader. Performs no I/O.
     * @param access which addresses may be read, and how they are reached
     * @param time timers for the limits
     * @return the reader; to be closed
     */
    static UntrustedDocuments create(Access access, TimeSource time) {
        return new GuardedDocuments(access, time);
    }

    /**
     * Checks the URL of a server that a document names, without name resolution: strict syntax, {@code https}, no user information, no
     * literal of an address that is not public. A client with {@code publicAddressesOnly} checks the addresses of a name when it connects.
     * @param url the URL as received
     * @param what description of the URL for the message, such as "url of the remote"
     * @param trustedOrigins origins that may have any address, and {@code http} on this machine
     * @return the URL, parsed
     * @throws RefusedException if it may not be called
     */
    static URI check(String url, String what, Set<URI> trustedOrigins) throws RefusedException {
        return GuardedDocuments.check(url, what, trustedOrigins);
    }

    /**
     * Sends a {@code GET} request, one per subscription.
     * @param url absolute URL
     * @param headers all headers of the request, in printable ASCII, besides those that HTTP itself needs
     * @param limits limits of the request
     * @return the response, with any status; fails with a {@link RefusedException} if an address is not allowed, and with an
     *     {@link IOException} for any other failure. Messages contain host and port, but no other part of a URL
     */
    Mono<Response> get(URI url, Map<String, String> headers, Limits limits);

    /** Closes all connections: current and later requests fail. May be called more than once. */
    void close();

    /**
     * Which addresses may be read, and how they are reached.
     *
     * @param home origin that the application has configured, whose URLs are read
     * @param publicOnly whether {@code home}, too, must have a public address. Otherwise it may have any, and documents there may name
     *     other addresses in the same kind of network
     * @param trustedOrigins origins that may have any address, and {@code http} on this machine; paths are ignored
     * @param sslContext trust and key material for {@code home}, {@code null} for that of the Java runtime, which all other origins get
     * @param proxy HTTP or SOCKS proxy, {@code null} for none
     * @param connectTimeout limit for TCP and TLS
     */
    record Access(
            URI home,
            boolean publicOnly,
            Set<URI> trustedOrigins,
            @Nullable SSLContext sslContext,
            @Nullable McpHttpProxy proxy,
            Duration connectTimeout) {

        /** Copies the origins. */
        public Access {
            trustedOrigins = Set.copyOf(trustedOrigins);
        }
    }

    /**
     * Limits of one request.
     *
     * @param timeout from the start of the request to the end of the response, redirects included
     * @param maxBytes maximum size of the body; compressed bodies are refused
     * @param redirects maximum number of redirects
     */
    record Limits(Duration timeout, int maxBytes, int redirects) {}

    /**
     * A complete response. {@code toString} shows only the status.
     *
     * @param status HTTP status
     * @param headers first value of each header, by name in lower case
     * @param body its body; not copied
     */
    record Response(int status, Map<String, String> headers, byte[] body) {

        @Override
        public String toString() {
            return "Response[status=" + this.status + "]";
        }
    }

    /** Signals an address that may not be called. The message states the reason and is printable. */
    final class RefusedException extends IOException {

        /**
         * Creates the exception.
         * @param message the kind of URL and the reason, printable
         */
        public RefusedException(String message) {
            super(message);
        }
    }
}
