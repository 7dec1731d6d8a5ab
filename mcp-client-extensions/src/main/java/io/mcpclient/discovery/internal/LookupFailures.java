package io.mcpclient.discovery.internal;

import java.io.IOException;
import java.net.URI;

import org.jspecify.annotations.Nullable;

import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpProtocolException.Reason;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.support.net.ForbiddenUrlException;
import io.mcpclient.text.SafeText;

/**
 * Failures of lookups and of plans, one method for each kind. Lookups change nothing, so their outcome is never unknown.
 */
public final class LookupFailures {

    private LookupFailures() {}

    private static McpErrorDetails details(String operation, String problem, @Nullable String remedy) {
        return McpErrorDetails.ofNoServer(operation, McpOutcome.NOT_SENT, problem)
                .withRemedy(remedy);
    }

    /** A document that violates its format. */
    public static McpProtocolException malformed(String operation, String what, MalformedDocumentException problem) {
        return new McpProtocolException(
                details(operation, what + " " + problem.problem(), "Report it to its publisher."), Reason.MALFORMED);
    }

    /** Something that a document names and that the client does not use. */
    public static McpProtocolException refused(String operation, String problem, @Nullable String remedy) {
        return new McpProtocolException(details(operation, problem, remedy), Reason.SECURITY);
    }

    /** A limit on numbers or sizes. */
    public static McpProtocolException limit(String operation, String problem, @Nullable String remedy) {
        return new McpProtocolException(details(operation, problem, remedy), Reason.LIMIT);
    }

    /** A name that is unknown, or cannot be used by this client. */
    public static McpRejectedException unknown(String operation, String problem, @Nullable String remedy) {
        return new McpRejectedException(
                details(operation, problem, remedy), McpRejectedException.Reason.UNKNOWN_SERVER);
    }

    /** A server that this client cannot run or reach. */
    public static McpRejectedException unsupported(String operation, String problem, @Nullable String remedy) {
        return new McpRejectedException(details(operation, problem, remedy), McpRejectedException.Reason.UNSUPPORTED);
    }

    /** A plan without consent. */
    public static McpRejectedException denied(String operation, String problem, String remedy) {
        return new McpRejectedException(details(operation, problem, remedy), McpRejectedException.Reason.DENIED);
    }

    /** A setting or an argument of the application. */
    public static McpConfigurationException invalid(String property, String problem, String remedy) {
        return new McpConfigurationException("", property, problem, remedy);
    }

    static McpProtocolException contentType(String operation, URI url, @Nullable String type) {
        String found = (type != null) ? "has the content type " + SafeText.excerpt(type, 64) : "has no content type";
        return new McpProtocolException(
                details(
                        operation,
                        SafeText.address(url) + " " + found,
                        "Check the URL: it does not have such a document."),
                Reason.CONTENT_TYPE);
    }

    static McpConnectionException status(String operation, URI url, int status) {
        String remedy = (status == 401 || status == 403)
                ? "Check the configured headers."
                : "Try again later, or check the URL.";
        return new McpConnectionException(
                details(operation, SafeText.address(url) + " returned status " + status, remedy), status, null);
    }

    static RuntimeException unreachable(String operation, URI url, Throwable error) {
        if (error instanceof ForbiddenUrlException) {
            return refused(
                    operation,
                    SafeText.address(url) + " was not read: " + SafeText.excerpt(error.getMessage()),
                    "If the address is intended, add its origin to the trusted origins.");
        }
        if (error instanceof IOException) {
            return new McpConnectionException(details(
                            operation,
                            SafeText.address(url) + " could not be read: " + SafeText.excerpt(error.getMessage()),
                            "Check the URL and the network.")
                    .withCause(error));
        }
        return (error instanceof RuntimeException known) ? known : new IllegalStateException(error);
    }
}
