package io.mcpclient.support.net;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.concurrent.TimeoutException;

import javax.net.ssl.SSLException;

import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.handler.ssl.NotSslRecordException;
import org.jspecify.annotations.Nullable;
import reactor.core.Exceptions;
import reactor.netty.http.client.PrematureCloseException;

import io.mcpclient.settings.McpHttpProxy;
import io.mcpclient.text.Explanation;
import io.mcpclient.text.SafeText;

/**
 * Messages for failures of a request, which contain no part of the URL but host and port.
 *
 * @see "SEC-07; faults A01 to A04, H22, H29"
 */
final class NetFailures {

    private NetFailures() {}

    /** @param proxy the proxy that the connection was opened to, or {@code null} for none */
    static Throwable translate(
            URI url, UntrustedHttpClient.Limits limits, @Nullable McpHttpProxy proxy, Throwable error) {
        Throwable cause = Exceptions.unwrap(error);
        if (cause instanceof UncheckedIOException unchecked && unchecked.getCause() != null) {
            cause = unchecked.getCause();
        }
        if (cause instanceof ForbiddenUrlException || cause instanceof Failure) {
            return cause;
        }
        Explanation ofProxy = (proxy != null) ? ProxyFailures.diagnose(proxy, host(url), "", cause) : null;
        String words = (ofProxy != null) ? ofProxy.problem() : words(url, limits, cause);
        boolean isUnreached = cause instanceof UnknownHostException || cause instanceof ConnectException;
        String unused = (proxy == null && isUnreached) ? SystemProxies.unused(url) : null;
        return failure((unused != null) ? words + ". " + unused : words, isOurs(cause) ? cause : null);
    }

    /** Whether an error comes from connecting; the messages of others may quote the server. */
    private static boolean isOurs(Throwable cause) {
        return cause instanceof UnknownHostException
                || cause instanceof ConnectException
                || cause instanceof NoRouteToHostException
                || cause instanceof SSLException;
    }

    private static IOException failure(String words, @Nullable Throwable cause) {
        return new Failure(words, cause);
    }

    private static String words(URI url, UntrustedHttpClient.Limits limits, Throwable cause) {
        String host = host(url);
        if (cause instanceof UnknownHostException) {
            return "host not found: " + host;
        }
        if (cause instanceof ConnectTimeoutException) {
            return "connecting to " + host + " timed out";
        }
        if (cause instanceof ConnectException) {
            return "connection refused: " + host;
        }
        if (cause instanceof NotSslRecordException noTls) {
            return host + " " + NotHttpException.insteadOfTls(noTls).predicate();
        }
        if (cause instanceof SSLException) {
            return "TLS failed with " + host + ": " + SafeText.excerpt(cause.getMessage());
        }
        if (cause instanceof TimeoutException) {
            return "no complete response from " + host + " within "
                    + limits.timeout().toMillis() + " ms";
        }
        if (cause instanceof BoundedBody.TooLargeException) {
            return "the response from " + host + " is larger than " + limits.maxBytes() + " bytes";
        }
        if (cause instanceof TooLongHttpHeaderException || cause instanceof TooLongHttpLineException) {
            return "the response headers from " + host + " are too large";
        }
        if (cause instanceof PrematureCloseException) {
            return host + " closed the connection before its response was complete";
        }
        if (cause instanceof NotHttpException) {
            return "the response from " + host + " is not valid HTTP";
        }
        if (cause instanceof InvalidStatusException) {
            return "the response from " + host + " is malformed: " + cause.getMessage();
        }
        return "the request to " + host + " failed (" + cause.getClass().getSimpleName() + ")";
    }

    private static String host(URI url) {
        Origin origin = Origin.of(url);
        return SafeText.excerpt(origin.host()) + ":" + origin.port();
    }

    static IOException tooManyRedirects(URI url, UntrustedHttpClient.Limits limits) {
        return failure("more than " + limits.redirects() + " redirects, the last one from " + host(url), null);
    }

    /** The coding of a body, {@code null} for none: none was requested, and the decoded body could be much larger. */
    static @Nullable String coding(Map<String, String> headers) {
        String coding = headers.getOrDefault("content-encoding", "identity");
        return coding.equalsIgnoreCase("identity") ? null : coding;
    }

    static IOException encoded(URI url, String coding) {
        return failure(
                "the response from " + host(url) + " is compressed (" + SafeText.excerpt(coding)
                        + "), although no compression was requested",
                null);
    }

    static IOException malformedHeader(URI url) {
        return failure("a header of the request to " + host(url) + " contains illegal characters", null);
    }

    static IOException closed() {
        return failure("the client is closed", null);
    }

    /** A failure with its final message. */
    private static final class Failure extends IOException {

        private static final long serialVersionUID = 1L;

        Failure(String words, @Nullable Throwable cause) {
            super(words, cause);
        }
    }
}
