package io.mcpclient.internal.http;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;

import javax.net.ssl.SSLException;

import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.proxy.ProxyConnectException;
import io.netty.handler.ssl.NotSslRecordException;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.web.reactive.function.client.WebClientRequestException;
import reactor.core.Exceptions;
import reactor.netty.http.client.PrematureCloseException;
import reactor.netty.internal.shaded.reactor.pool.PoolAcquirePendingLimitException;
import reactor.netty.internal.shaded.reactor.pool.PoolAcquireTimeoutException;

import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpProtocolException.Reason;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.error.UnprocessedRequestException;
import io.mcpclient.internal.support.ReceiveBudgetSpentException;
import io.mcpclient.internal.support.WithheldException;
import io.mcpclient.jsonrpc.MalformedMessageException;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.settings.McpHttpProxy;
import io.mcpclient.support.net.ForbiddenUrlException;
import io.mcpclient.support.net.InvalidStatusException;
import io.mcpclient.support.net.NotHttpException;
import io.mcpclient.support.net.ProxyFailures;
import io.mcpclient.support.net.RequestEndedException;
import io.mcpclient.support.net.SystemProxies;
import io.mcpclient.support.net.UnixSockets;
import io.mcpclient.text.Explanation;
import io.mcpclient.text.SafeText;
import io.mcpclient.transport.HttpStatusException;

/**
 * Failures below HTTP and their meaning, as one table. It decides whether a call may be retried: only a failure before
 * a connection existed proves that the request was not sent.
 *
 * <table>
 * <caption>failures, first match counts</caption>
 * <tr><th>failure</th><th>error</th><th>outcome</th></tr>
 * <tr><td>host not found, address not allowed, connection refused, unreachable, connect timeout, TLS, proxy</td><td>connection</td>
 * <td>not sent</td></tr>
 * <tr><td>a server of HTTP/2 states that it did not process the request</td><td>connection</td><td>not sent</td></tr>
 * <tr><td>too many requests wait for a connection, or one waited too long</td><td>rejected: overload</td><td>not sent</td>
 * </tr>
 * <tr><td>message or stream too large</td><td>protocol: limit</td><td>unknown</td></tr>
 * <tr><td>everything else: connection reset or closed</td><td>connection</td><td>unknown</td></tr>
 * </table>
 *
 * @see "faults A01 to A04, B05, G01"
 */
final class HttpFailures {

    private static final String CLOSED = "the client was closed before the response was complete";

    private static final int PROXY_AUTHENTICATION_REQUIRED = 407;

    /** Statuses of proxies for plain requests that they do not forward; servers use them as well. */
    private static final Set<Integer> STATUSES_OF_PROXIES = Set.of(403, 502, 503, 504);

    private final String serverName;

    private final HttpTransportSettings settings;

    private final @Nullable McpHttpProxy proxy;

    /** Whether a proxy can respond in place of the server; a response over TLS is always the server's. */
    private final boolean isPlain;

    private final int maxMessageSize;

    private final boolean presumesHttp2;

    private volatile boolean closed;

    /** Whether the server has sent a response since the start. */
    private volatile boolean hasResponded;

    HttpFailures(String serverName, HttpTransportSettings settings) {
        this.serverName = serverName;
        this.settings = settings;
        this.proxy = settings.proxy();
        this.isPlain = settings.isPlain();
        this.presumesHttp2 = this.isPlain && settings.http2();
        this.maxMessageSize = settings.maxMessageSize();
    }

    /** Returns the prefix of the properties of the server. */
    private String property() {
        return "mcp.servers." + this.serverName + ".";
    }

    /** Returns the prefix of the properties of the proxy, {@code null} for a proxy of the Java runtime. */
    private @Nullable String propertyOfProxy() {
        McpHttpProxy configured = this.settings.http().proxy();
        boolean isOfRuntime = configured != null && configured.type() == McpHttpProxy.Type.SYSTEM;
        return isOfRuntime ? null : property();
    }

    private String address() {
        return this.settings.http().address();
    }

    /** From now on, broken connections are not caused by a missing client certificate. */
    void onResponse() {
        if (!this.hasResponded) {
            this.hasResponded = true;
        }
    }

    /** From now on, broken connections are caused by this client. */
    void onClosed() {
        this.closed = true;
    }

    /** Rejects requests after the close: the pool would open new connections, which would never be closed. */
    void requireOpen(String operation) {
        if (this.closed) {
            throw new McpRejectedException(
                    McpErrorDetails.of(this.serverName, operation, McpOutcome.NOT_SENT, "the client is closed"),
                    McpRejectedException.Reason.CLOSED);
        }
    }

    boolean isClosed() {
        return this.closed;
    }

    /** The failure of requests that are in flight when the client is closed. */
    McpException closed(String operation) {
        return new McpConnectionException(McpErrorDetails.of(this.serverName, operation, McpOutcome.UNKNOWN, CLOSED));
    }

    /** Translates errors of Spring and Netty; returns errors that are already translated unchanged. */
    Throwable translate(String operation, Throwable error) {
        return translate(operation, address(), error);
    }

    /** Translates an error of a request whose address may differ from the configured one. */
    Throwable translate(SentRequest request, Throwable error) {
        boolean isSocket = this.settings.http().socket() != null;
        return translate(request.operation(), isSocket ? address() : request.address(), error);
    }

    private Throwable translate(String operation, String address, Throwable error) {
        Throwable cause = Exceptions.unwrap(error);
        if (cause instanceof McpException
                || cause instanceof HttpStatusException
                || cause instanceof RedirectException) {
            return cause;
        }
        if (cause instanceof WebClientRequestException request && request.getCause() != null) {
            cause = request.getCause();
            if (cause instanceof McpException) {
                return cause; // raised by this client before sending
            }
        }
        McpException ofSocket = ofSocket(operation, cause);
        if (ofSocket != null) {
            return ofSocket;
        }
        McpException ofProxy = ofProxy(operation, address, cause);
        if (ofProxy != null) {
            return ofProxy;
        }
        if (cause instanceof UnknownHostException) {
            return notReached(operation, "host not found: " + address, "Check the host name in the url.", cause);
        }
        if (cause instanceof ForbiddenUrlException) {
            return notSent(
                    operation,
                    String.valueOf(cause.getMessage()),
                    "Use a server with a public address, or set public-addresses-only to false.",
                    cause);
        }
        if (cause instanceof ConnectTimeoutException) {
            return connectTimeout(operation, address, cause);
        }
        if (cause instanceof NoRouteToHostException) {
            return notReached(
                    operation,
                    "no route to " + address,
                    "Check the host of the url and the network in between.",
                    cause);
        }
        if (cause instanceof ProxyConnectException) {
            return notSent(
                    operation,
                    "cannot connect through the proxy to " + address,
                    "Check proxy.host and proxy.port.",
                    cause);
        }
        if (cause instanceof ConnectException) {
            return notReached(operation, "connection refused: " + address, "Check that the server is running.", cause);
        }
        if (cause instanceof NotSslRecordException noTls) {
            NotHttpException foreign = NotHttpException.insteadOfTls(noTls);
            return notSent(operation, address + " " + foreign.predicate(), foreign.remedy(), cause);
        }
        NotHttpException noHttp2 =
                (cause instanceof Http2Exception broken) ? NotHttpException.insteadOfHttp2(broken) : null;
        if (noHttp2 != null) {
            return notSent(operation, address + " " + noHttp2.predicate(), noHttp2.remedy(), cause);
        }
        McpException refusal = ofCertificate(operation, address, cause);
        if (refusal != null) {
            return refusal;
        }
        if (cause instanceof SSLException) {
            return notSent(
                    operation,
                    "TLS failed with " + address + ": " + SafeText.excerpt(cause.getMessage()),
                    "Check the scheme and port of the url, and the certificates in ssl.bundle.",
                    cause);
        }
        if (cause instanceof UnprocessedRequestException) {
            return notSent(operation, String.valueOf(cause.getMessage()), null, cause);
        }
        if (cause instanceof PoolAcquireTimeoutException || cause instanceof PoolAcquirePendingLimitException) {
            return new McpRejectedException(
                    McpErrorDetails.of(
                                    this.serverName,
                                    operation,
                                    McpOutcome.NOT_SENT,
                                    "all connections to the server are in use")
                            .withRemedy("Raise max-concurrent-requests, or make fewer concurrent calls.")
                            .withCause(cause),
                    McpRejectedException.Reason.OVERLOAD);
        }
        if (cause instanceof DataBufferLimitException || cause instanceof EventTooLargeException) {
            return tooLarge(operation, cause);
        }
        if (cause instanceof ReceiveBudgetSpentException) {
            return tooMuch(operation, cause);
        }
        if (cause instanceof NotHttpException foreign) {
            return new McpConnectionException(McpErrorDetails.of(
                            this.serverName, operation, McpOutcome.UNKNOWN, address + " " + foreign.predicate())
                    .withRemedy(foreign.remedy())
                    .withCause(cause));
        }
        if (cause instanceof InvalidStatusException) {
            return malformed(operation, String.valueOf(cause.getMessage()), Reason.MALFORMED, cause);
        }
        if (cause instanceof StreamTooLongException) {
            return malformed(operation, String.valueOf(cause.getMessage()), Reason.LIMIT, cause);
        }
        return broken(operation, cause);
    }

    private McpException connectTimeout(String operation, String address, @Nullable Throwable cause) {
        return notReached(
                operation,
                "connecting to " + address + " timed out",
                "Check the host and port of the url and the firewalls on the way, or raise connect-timeout.",
                cause);
    }

    /** A stream is resumed, and there was no connection within the time for that. */
    McpException notConnected(String operation) {
        return connectTimeout(operation, address(), null);
    }

    /** Checks for the refusal of a client certificate. It may come late, but a server without a certificate executes nothing. */
    private @Nullable McpException ofCertificate(String operation, String address, Throwable cause) {
        Explanation refusal = TlsRefusals.of(cause, this.settings.sslContext() != null, property() + "ssl.bundle");
        return (refusal != null)
                ? new McpConnectionException(McpErrorDetails.of(
                                this.serverName,
                                operation,
                                this.hasResponded ? McpOutcome.UNKNOWN : McpOutcome.NOT_SENT,
                                "TLS failed with " + address + ": " + refusal.problem())
                        .withRemedy(refusal.remedy())
                        .withCause(cause))
                : null;
    }

    private @Nullable McpException ofSocket(String operation, Throwable cause) {
        Path socket = this.settings.http().socket();
        Explanation diagnosis = (socket != null) ? UnixSockets.diagnose(socket, cause) : null;
        return (diagnosis != null) ? notSent(operation, diagnosis.problem(), diagnosis.remedy(), cause) : null;
    }

    /** Checks for a failure of the proxy: with a proxy, all connections are opened to it. */
    private @Nullable McpException ofProxy(String operation, String address, Throwable cause) {
        Explanation diagnosis =
                (this.proxy != null) ? ProxyFailures.diagnose(this.proxy, address, propertyOfProxy(), cause) : null;
        return (diagnosis != null) ? notSent(operation, diagnosis.problem(), diagnosis.remedy(), cause) : null;
    }

    /**
     * Translates a status that only proxies send; {@code null} if it may be the status of the server.
     */
    @Nullable
    McpException refusedByProxy(SentRequest request, int status) {
        if (this.proxy == null
                || this.proxy.type() != McpHttpProxy.Type.HTTP
                || status != PROXY_AUTHENTICATION_REQUIRED) {
            return null;
        }
        Explanation diagnosis = ProxyFailures.ofStatus(this.proxy, request.address(), propertyOfProxy(), status);
        return notSent(request.operation(), diagnosis.problem(), diagnosis.remedy(), null);
    }

    private boolean isForwarded() {
        return this.isPlain && this.proxy != null && this.proxy.type() == McpHttpProxy.Type.HTTP;
    }

    /** Returns a note on a status that may be that of the proxy; {@code null} for none. */
    @Nullable
    String noteOnProxy(int status) {
        return (this.proxy != null && isForwarded() && STATUSES_OF_PROXIES.contains(status))
                ? "this may be the response of " + ProxyFailures.name(this.proxy)
                : null;
    }

    /** A lost connection of one exchange, or of a shared stream. */
    McpException lost(String operation, String problem, @Nullable Throwable cause) {
        return lost(operation, problem, null, cause);
    }

    private McpException lost(String operation, String problem, @Nullable String remedy, @Nullable Throwable cause) {
        return new McpConnectionException(McpErrorDetails.of(this.serverName, operation, McpOutcome.UNKNOWN, problem)
                .withRemedy(remedy)
                .withCause(cause));
    }

    /**
     * The failure of a stream that was lost and could not be resumed.
     * @param loss how it was lost, {@code null} if the server ended the stream normally
     * @param failure the failure of the last attempt to resume it, {@code null} if the server ended that stream normally
     */
    McpException notResumed(String operation, @Nullable Throwable loss, @Nullable Throwable failure) {
        String how = (failure instanceof McpException known)
                ? "resuming it failed: " + known.problem()
                : "resuming it failed " + ResumePoint.MAX_ATTEMPTS + " times in a row";
        return notResumed(operation, loss, failure, how);
    }

    /** Like {@link #notResumed}, for a server that refuses to resume. */
    McpException refusedToResume(String operation, @Nullable Throwable loss, int status) {
        return notResumed(operation, loss, null, "resuming it was refused with HTTP " + status);
    }

    /** Like {@link #notResumed}, for a stream that cannot be resumed without credentials. */
    McpException refusedToResume(String operation, @Nullable Throwable loss, McpAuthorizationException refusal) {
        return new McpAuthorizationException(
                McpErrorDetails.of(
                                this.serverName,
                                operation,
                                McpOutcome.UNKNOWN,
                                describe(loss) + "; resuming it failed: " + refusal.problem())
                        .withRemedy(refusal.remedy())
                        .withCause(refusal),
                refusal.reason(),
                refusal.status(),
                refusal.challenge(),
                refusal.requiredScopes(),
                refusal.challenges());
    }

    private McpException notResumed(
            String operation, @Nullable Throwable loss, @Nullable Throwable failure, String how) {
        return lost(operation, describe(loss) + "; " + how, (loss != null) ? loss : failure);
    }

    private static String describe(@Nullable Throwable loss) {
        return (loss instanceof McpException known) ? known.problem() : "the server ended the stream";
    }

    /** Translates the end of a shared stream for one of its exchanges. */
    Throwable ofSharedStream(String operation, Throwable end) {
        if (!(end instanceof McpException known)) {
            return end;
        }
        McpErrorDetails details = McpErrorDetails.of(this.serverName, operation, known.outcome(), known.problem())
                .withRemedy(known.remedy())
                .withCause(known);
        if (known instanceof McpProtocolException broken) {
            return new McpProtocolException(details, broken.reason());
        }
        return (known instanceof McpConnectionException) ? new McpConnectionException(details) : known;
    }

    /** With HTTP/2, only a connection that ends before the settings of the server ends without its reason. */
    private McpException broken(String operation, Throwable cause) {
        if (this.closed) {
            return lost(operation, CLOSED, cause);
        }
        if (cause instanceof RequestEndedException) {
            return lost(operation, String.valueOf(cause.getMessage()), cause);
        }
        if (!(cause instanceof PrematureCloseException)) {
            return lost(operation, broke(SafeText.excerpt(cause.getMessage())), remedyBeforeResponse(), cause);
        }
        if (this.presumesHttp2) {
            return notSent(
                    operation,
                    "the server closed the connection instead of speaking HTTP/2",
                    "Remove http2-enabled, which requires a server that supports HTTP/2 without TLS; if the server requires TLS at"
                            + " this port, use https in " + property() + "url.",
                    cause);
        }
        return lost(
                operation,
                "the server closed the connection before its response was complete",
                remedyBeforeResponse(),
                cause);
    }

    /**
     * A connection that breaks before the first response: the alert that demands a client certificate may be lost with it, and some
     * servers with TLS send none to a client without.
     */
    private @Nullable String remedyBeforeResponse() {
        if (this.hasResponded || this.settings.http().socket() != null) {
            return null;
        }
        return this.isPlain
                ? "If the server requires TLS at this port, use https in " + property() + "url."
                : "If the server requires a client certificate, set a key store in " + property() + "ssl.bundle.";
    }

    /** Some errors of Netty have no message. */
    private static String broke(String how) {
        return how.isBlank() ? "the server closed the connection" : "the connection broke: " + how;
    }

    /** The server was not reached, perhaps because a proxy is missing. */
    private McpException notReached(String operation, String problem, String remedy, @Nullable Throwable cause) {
        boolean isDirect =
                this.settings.http().proxy() == null && this.settings.http().socket() == null;
        String unused = isDirect ? SystemProxies.unused(this.settings.url()) : null;
        return notSent(operation, problem, (unused != null) ? remedy + " " + unused : remedy, cause);
    }

    McpException notSent(String operation, String problem, @Nullable String remedy, @Nullable Throwable cause) {
        return new McpConnectionException(McpErrorDetails.of(this.serverName, operation, McpOutcome.NOT_SENT, problem)
                .withRemedy(remedy)
                .withCause(cause));
    }

    /** No credentials are available for the request. */
    McpException noCredentials(String operation, Throwable cause) {
        return authorization(operation, McpOutcome.NOT_SENT, 401, "no credentials could be obtained", cause);
    }

    /** The request was rejected, and no other credentials are available. */
    McpException noOtherCredentials(String operation, HttpStatusException refusal, Throwable cause) {
        return authorization(
                operation,
                McpOutcome.REJECTED,
                refusal.status(),
                "HTTP " + refusal.status() + ", and no other credentials could be obtained",
                cause);
    }

    private McpException authorization(
            String operation, McpOutcome outcome, int status, String problem, Throwable cause) {
        return new McpAuthorizationException(
                McpErrorDetails.of(
                                this.serverName,
                                operation,
                                outcome,
                                problem + ": " + cause.getClass().getSimpleName())
                        .withRemedy("Check the source of the credentials configured in " + property() + "auth.")
                        .withCause(WithheldException.of(cause)),
                McpAuthorizationException.Reason.SETTINGS,
                status,
                null,
                List.of(),
                List.of());
    }

    /** Credentials were about to be sent to another origin. */
    McpException foreignOrigin(String operation, String origin) {
        return new McpProtocolException(
                McpErrorDetails.of(
                                this.serverName,
                                operation,
                                McpOutcome.NOT_SENT,
                                "credentials for " + address() + " are not sent to " + origin)
                        .withRemedy("A WebClient filter must not change the origin of requests."),
                Reason.SECURITY);
    }

    /** Both the call and the configuration provide credentials. */
    McpException credentialsOfCall(String operation, String header) {
        return new McpRejectedException(
                McpErrorDetails.of(
                                this.serverName,
                                operation,
                                McpOutcome.NOT_SENT,
                                "the call sets the header " + header + ", which auth sets for this server")
                        .withRemedy(
                                "Remove the header from the call options, or auth from the server's configuration."),
                McpRejectedException.Reason.INVALID_ARGUMENT);
    }

    /**
     * A server of HTTP+SSE has not sent its message endpoint in time.
     * @param isStarted whether its stream was opened
     */
    McpException noEndpoint(Duration limit, boolean isStarted) {
        String problem = isStarted
                ? "the event stream was opened, but no endpoint event arrived within " + limit.toMillis() + " ms"
                : "no response to GET within " + limit.toMillis() + " ms";
        String remedy = isStarted
                ? "If a proxy is in between, turn off its response buffering: proxy_buffering off in nginx, or the header"
                        + " X-Accel-Buffering: no from the server."
                : "Check that an MCP server listens at this address, or raise connect-timeout.";
        return notSent(SseStream.OPERATION, problem, remedy, null);
    }

    /** The connection is established, but no response arrives. */
    McpException noResponse(String operation, Duration limit) {
        return new McpTimeoutException(
                McpErrorDetails.of(
                                this.serverName,
                                operation,
                                McpOutcome.UNKNOWN,
                                "no response headers from the server within " + limit.toMillis() + " ms")
                        .withRemedy("If the server needs more time, raise " + property() + "response-timeout."),
                McpTimeoutException.HEADERS,
                limit);
    }

    McpException tooLarge(String operation, @Nullable Throwable cause) {
        return new McpProtocolException(
                McpErrorDetails.of(
                                this.serverName,
                                operation,
                                McpOutcome.UNKNOWN,
                                "the response is larger than " + this.maxMessageSize + " bytes")
                        .withRemedy(raise("max-message-size"))
                        .withCause(cause),
                Reason.LIMIT);
    }

    private String raise(String property) {
        return "Raise " + property() + property + " if responses of this size are expected.";
    }

    /** The body of a response is not a message, or exceeds a limit on messages. */
    McpException notAMessage(String operation, MalformedMessageException problem) {
        String property = problem.property();
        return new McpProtocolException(
                McpErrorDetails.of(
                                this.serverName,
                                operation,
                                McpOutcome.UNKNOWN,
                                "the response is not a JSON-RPC message: " + problem.getMessage())
                        .withRemedy((property != null) ? raise(property) : address(operation, problem))
                        .withCause(problem),
                problem.isLimitReached() ? Reason.LIMIT : Reason.MALFORMED);
    }

    /** The first response of an address that is none of an MCP server; {@code null} for others. */
    private @Nullable String address(String operation, MalformedMessageException problem) {
        boolean isFirst = operation.equals(McpMethods.INITIALIZE) || operation.equals(McpMethods.SERVER_DISCOVER);
        return (isFirst && !problem.isLimitReached())
                ? "Check " + property() + "url: this may not be the address of an MCP server."
                : null;
    }

    /** The outcome is unknown: the response has begun. */
    private McpException tooMuch(String operation, Throwable cause) {
        return new McpProtocolException(
                McpErrorDetails.of(this.serverName, operation, McpOutcome.UNKNOWN, String.valueOf(cause.getMessage()))
                        .withRemedy("Lower " + property() + "max-concurrent-requests or " + property()
                                + "max-message-size, or give the application more heap.")
                        .withCause(cause),
                Reason.LIMIT);
    }

    McpException tooManyRedirects(SentRequest request, URI target) {
        return redirect(
                request,
                "more than " + Redirects.MAX_HOPS + " redirects, the last one to " + SafeText.address(target),
                "Set " + property() + "url to the address of the MCP endpoint itself.");
    }

    McpException redirectWithoutTarget(SentRequest request, int status) {
        return redirect(request, "HTTP " + status + " without a Location header", null);
    }

    McpException redirectToNoUrl(SentRequest request, int status, String location) {
        return redirect(
                request,
                "HTTP " + status + " redirects to a target that is not a valid URL: "
                        + SafeText.excerpt(withoutQuery(location)),
                null);
    }

    private static String withoutQuery(String location) {
        int query = location.indexOf('?');
        return (query >= 0) ? location.substring(0, query) : location;
    }

    McpException redirectToOtherOrigin(SentRequest request, int status, URI target) {
        String address = SafeText.address(target);
        return redirect(
                request,
                "HTTP " + status + " redirects to " + address + ", which is on another origin and not followed",
                "If that is the MCP server, set " + property() + "url to " + address + ".");
    }

    McpException redirectNotFollowed(SentRequest request, int status, URI target) {
        String address = SafeText.address(target);
        return redirect(
                request,
                "HTTP " + status + " redirects to " + address + ", which is not followed for " + request.method(),
                "If the MCP endpoint is there, set " + property() + "url to " + address
                        + ". If that is a login page, the server expects credentials: configure " + property()
                        + "auth.");
    }

    private McpException redirect(SentRequest request, String problem, @Nullable String remedy) {
        return new McpProtocolException(
                McpErrorDetails.of(this.serverName, request.operation(), McpOutcome.UNKNOWN, problem)
                        .withRemedy(remedy),
                Reason.REDIRECT);
    }

    McpException malformed(String operation, String problem, Reason reason, @Nullable Throwable cause) {
        return new McpProtocolException(
                McpErrorDetails.of(this.serverName, operation, McpOutcome.UNKNOWN, problem)
                        .withCause(cause),
                reason);
    }
}
