package io.mcpclient.net;

import io.netty.handler.ssl.NotSslRecordException;
import org.jspecify.annotations.Nullable;

/** What answers at the address of a server does not speak HTTP. */
public final class NotHttpException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final @Nullable String remedy;

    private NotHttpException(String problem, @Nullable String remedy, @Nullable Throwable cause) {
        super(problem, cause, false, false);
        this.remedy = remedy;
    }

    /** TLS, on a connection without it. */
    static NotHttpException tls() {
        return new NotHttpException("speaks TLS at this port", "Use https in the url.", null);
    }

    /** Returns the error for what came in the place of TLS: HTTP without it, or another protocol. */
    public static NotHttpException insteadOfTls(NotSslRecordException error) {
        NotHttpException other = FirstBytes.insteadOfTls(String.valueOf(error.getMessage()));
        return (other != null) ? other : plain();
    }

    private static NotHttpException plain() {
        return new NotHttpException(
                "speaks HTTP without TLS at this port", "Use http in the url, or correct its port.", null);
    }

    /**
     * Something else.
     * @param beginning how it begins, printable
     */
    static NotHttpException other(String beginning) {
        return new NotHttpException(
                "does not speak HTTP: it sent " + beginning, "Check the host and port in the url.", null);
    }

    /** A response whose status line or headers the parser refuses. */
    static NotHttpException unreadable(Throwable cause) {
        return new NotHttpException("sent a response whose status line or headers are not valid HTTP", null, cause);
    }

    /** What the other side does instead, as the predicate of a sentence. */
    public String predicate() {
        return String.valueOf(getMessage());
    }

    /** What to correct in the configured address, or {@code null}. */
    public @Nullable String remedy() {
        return this.remedy;
    }
}
