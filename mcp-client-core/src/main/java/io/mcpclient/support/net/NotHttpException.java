package io.mcpclient.support.net;

import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.ssl.NotSslRecordException;
import org.jspecify.annotations.Nullable;

/** Signals that the peer at the address of a server is not an HTTP server, or one of another version of HTTP. */
public final class NotHttpException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final @Nullable String remedy;

    private NotHttpException(String problem, @Nullable String remedy, @Nullable Throwable cause) {
        super(problem, cause, false, false);
        this.remedy = remedy;
    }

    /** The peer uses TLS on a plain connection. */
    static NotHttpException tls() {
        return new NotHttpException("speaks TLS at this port", "Use https in the url.", null);
    }

    /** The peer uses HTTP/2 on a connection of HTTP/1.1. */
    static NotHttpException http2() {
        return new NotHttpException(
                "speaks only HTTP/2 at this port, and HTTP/1.1 was used", "Set http2-enabled to true.", null);
    }

    /** The peer uses HTTP/2 without TLS. */
    static NotHttpException http2InsteadOfTls() {
        return new NotHttpException(
                "speaks HTTP/2 without TLS at this port", "Use http in the url, and set http2-enabled to true.", null);
    }

    /** The peer uses HTTP/1.1 on a connection of HTTP/2. */
    static NotHttpException http1() {
        return new NotHttpException(
                "speaks HTTP/1.1 and not HTTP/2 at this port",
                "Remove http2-enabled, which requires a server that supports HTTP/2 without TLS.",
                null);
    }

    /**
     * Returns the error for data received instead of the settings with which a server of HTTP/2 begins: HTTP/1.1, TLS, or another
     * protocol.
     * @return the error, {@code null} if an HTTP/2 connection broke otherwise
     */
    public static @Nullable NotHttpException insteadOfHttp2(Http2Exception error) {
        return FirstBytes.insteadOfHttp2(String.valueOf(error.getMessage()));
    }

    /** Returns the error for data received instead of TLS: plain HTTP, or another protocol. */
    public static NotHttpException insteadOfTls(NotSslRecordException error) {
        NotHttpException other = FirstBytes.insteadOfTls(String.valueOf(error.getMessage()));
        return (other != null) ? other : plain();
    }

    private static NotHttpException plain() {
        return new NotHttpException(
                "speaks HTTP without TLS at this port", "Use http in the url, or correct its port.", null);
    }

    /**
     * The peer uses neither TLS nor plain HTTP.
     * @param beginning the first bytes that it sent, printable
     */
    static NotHttpException notTls(String beginning) {
        return new NotHttpException(
                "does not speak TLS at this port: it sent " + beginning, "Check the host and port in the url.", null);
    }

    /**
     * The peer uses another protocol.
     * @param beginning the first bytes that it sent, printable
     */
    static NotHttpException other(String beginning) {
        return new NotHttpException(
                "does not speak HTTP: it sent " + beginning, "Check the host and port in the url.", null);
    }

    /**
     * The peer uses neither HTTP/2 nor HTTP/1.1.
     * @param beginning the first bytes that it sent, printable
     */
    static NotHttpException notHttp2(String beginning) {
        return new NotHttpException(
                "does not speak HTTP/2 at this port: it sent " + beginning,
                "Check the host and port in the url.",
                null);
    }

    /** A response whose status line or headers cannot be parsed. */
    static NotHttpException unreadable(Throwable cause) {
        return new NotHttpException("sent a response whose status line or headers are not valid HTTP", null, cause);
    }

    /** Returns the behavior of the peer, as the predicate of a sentence. */
    public String predicate() {
        return String.valueOf(getMessage());
    }

    /** Returns the correction of the configured address, or {@code null} for none. */
    public @Nullable String remedy() {
        return this.remedy;
    }
}
