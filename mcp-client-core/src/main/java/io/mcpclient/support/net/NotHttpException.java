package io.mcpclient.support.net;

import io.netty.handler.ssl.NotSslRecordException;
import org.jspecify.annotations.Nullable;

/** Signals that the peer at the address of a server is not an HTTP server. */
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
