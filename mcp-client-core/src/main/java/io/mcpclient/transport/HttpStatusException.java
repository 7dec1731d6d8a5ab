package io.mcpclient.transport;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.mcpclient.error.McpChallenge;
import io.mcpclient.error.McpException;
import io.mcpclient.jsonrpc.JsonRpcError;

/**
 * An unsuccessful HTTP response. Its meaning (a lost session, another era, a failed call) depends on the era, which interprets
 * it; this exception never reaches an application.
 */
public final class HttpStatusException extends RuntimeException {

    private final int status;

    /** Longer challenges have no use. */
    private static final int MAX_CHALLENGE_LENGTH = 8 * 1024;

    /** The kind of credentials that a transport has for its requests. */
    public enum Credentials {
        /** No credentials known to the transport. */
        NONE,

        /** A configured {@code Authorization} header. */
        HEADER,

        /** An {@link io.mcpclient.auth.HttpAuthorization}. */
        AUTHORIZATION
    }

    private final transient List<String> challenges;

    private final Credentials credentials;

    private final @Nullable String retryAfter;

    private final transient @Nullable JsonRpcError error;

    private final transient Body body;

    private final @Nullable String note;

    private final @Nullable McpException loss;

    private final @Nullable Duration elapsed;

    /**
     * The body of the response, and its origin.
     *
     * @param address address that the request was sent to, printable and without a query; {@code null} if unknown
     * @param text beginning of the body as received if it holds no JSON-RPC error, {@code null} for none
     * @param explanation the server's explanation in the body, printable and short; {@code null} for none
     */
    public record Body(
            @Nullable String address,
            @Nullable String text,
            @Nullable String explanation) {

        private static final Body NONE = new Body(null, null, null);
    }

    /**
     * Creates the exception.
     * @param status HTTP status, 400 to 599
     * @param challenge value of {@code WWW-Authenticate}, or {@code null}
     * @param retryAfter value of {@code Retry-After}, or {@code null}
     * @param error JSON-RPC error in the body, or {@code null} for none
     */
    public HttpStatusException(
            int status, @Nullable String challenge, @Nullable String retryAfter, @Nullable JsonRpcError error) {
        this(
                status,
                (challenge != null) ? List.of(challenge) : List.of(),
                Credentials.NONE,
                retryAfter,
                error,
                Body.NONE,
                null,
                null,
                null);
    }

    /**
     * Creates the exception.
     * @param status HTTP status, 400 to 599
     * @param challenges values of {@code WWW-Authenticate}, one per header line
     * @param credentials kind of credentials that the transport has for its requests
     * @param retryAfter value of {@code Retry-After}, or {@code null}
     * @param error JSON-RPC error in the body, or {@code null} for none
     */
    public HttpStatusException(
            int status,
            List<String> challenges,
            Credentials credentials,
            @Nullable String retryAfter,
            @Nullable JsonRpcError error) {
        this(status, challenges, credentials, retryAfter, error, Body.NONE, null, null, null);
    }

    private HttpStatusException(
            int status,
            List<String> challenges,
            Credentials credentials,
            @Nullable String retryAfter,
            @Nullable JsonRpcError error,
            Body body,
            @Nullable String note,
            @Nullable McpException loss,
            @Nullable Duration elapsed) {
        super("HTTP " + status, loss, true, false);
        this.status = status;
        this.challenges = List.copyOf(challenges);
        this.credentials = credentials;
        this.retryAfter = retryAfter;
        this.error = error;
        this.body = body;
        this.note = note;
        this.loss = loss;
        this.elapsed = elapsed;
    }

    /**
     * Returns a copy with the body of the response.
     * @param body the body
     * @return the copy
     */
    public HttpStatusException withBody(Body body) {
        return copy(body, this.note, this.loss, this.elapsed);
    }

    /**
     * Returns a copy with an additional note.
     * @param note added to the problem, without full stop
     * @return the copy
     */
    public HttpStatusException withNote(String note) {
        return copy(this.body, note, this.loss, this.elapsed);
    }

    /**
     * Returns a copy that mentions a subsequent attempt which also failed.
     * @param note added to the problem, without full stop
     * @param failure failure of that attempt; kept as a suppressed exception
     * @return the copy
     */
    public HttpStatusException withNote(String note, Throwable failure) {
        HttpStatusException copy = copy(this.body, note, this.loss, this.elapsed);
        copy.addSuppressed(failure);
        return copy;
    }

    /**
     * Returns a copy for an attempt to resume an exchange whose request the server has already accepted: whatever this response
     * means, the outcome of the request is unknown.
     * @param loss the failure of the exchange, unless this response is more specific
     * @return the copy
     */
    public HttpStatusException withLoss(McpException loss) {
        return copy(this.body, this.note, loss, this.elapsed);
    }

    /**
     * Returns a copy that says how long the request has waited for this response.
     * @param elapsed time from the request to the response
     * @return the copy
     */
    public HttpStatusException withElapsed(Duration elapsed) {
        return copy(this.body, this.note, this.loss, elapsed);
    }

    private HttpStatusException copy(
            Body body, @Nullable String note, @Nullable McpException loss, @Nullable Duration elapsed) {
        return new HttpStatusException(
                this.status, this.challenges, this.credentials, this.retryAfter, this.error, body, note, loss, elapsed);
    }

    /**
     * Returns the HTTP status.
     * @return 400 to 599
     */
    public int status() {
        return this.status;
    }

    /**
     * Returns the server's authentication challenge.
     * @return the values of {@code WWW-Authenticate}, joined by commas, at most 8192 characters; or {@code null} if there is
     *     none
     */
    public @Nullable String challenge() {
        if (this.challenges.isEmpty()) {
            return null;
        }
        String joined = String.join(", ", this.challenges);
        return joined.substring(0, Math.min(joined.length(), MAX_CHALLENGE_LENGTH));
    }

    /**
     * Returns the parsed challenges.
     * @return the challenges, empty if there is none or none can be parsed
     */
    public List<McpChallenge> challenges() {
        return McpChallenge.parse(this.challenges);
    }

    /**
     * Returns the kind of credentials that the transport had for the request.
     * @return the configured kind, whether or not credentials were sent
     */
    public Credentials credentials() {
        return this.credentials;
    }

    /**
     * Returns the delay that the server requests before a retry.
     * @return the value of {@code Retry-After}: seconds or a date, or {@code null}
     */
    public @Nullable String retryAfter() {
        return this.retryAfter;
    }

    /**
     * Returns the JSON-RPC error in the body.
     * @return the error, its id may be {@code null}; or {@code null} if the body holds none
     */
    public @Nullable JsonRpcError error() {
        return this.error;
    }

    /**
     * Returns the beginning of a body without a JSON-RPC error. Untrusted, and may contain secrets: use it for decisions, not
     * in messages.
     * @return the text, or {@code null} for none
     */
    public @Nullable String text() {
        return this.body.text();
    }

    /**
     * Returns the server's explanation in the body.
     * @return printable, without full stop, and suitable for messages; {@code null} for none
     */
    public @Nullable String explanation() {
        return this.body.explanation();
    }

    /**
     * Returns the address that the request was sent to.
     * @return the address, printable and without a query; {@code null} if unknown
     */
    public @Nullable String address() {
        return this.body.address();
    }

    /**
     * Returns a note on what was tried after this response without success.
     * @return part of a sentence, or {@code null} for none
     */
    public @Nullable String note() {
        return this.note;
    }

    /**
     * Returns how the exchange was lost that this response refuses to resume.
     * @return the failure of the exchange, unless this response is more specific; or {@code null} if this is the response to
     *     the request itself
     */
    public @Nullable McpException loss() {
        return this.loss;
    }

    /**
     * Returns how long the request has waited for this response.
     * @return the time from the request to the response, {@code null} if it was not measured
     */
    public @Nullable Duration elapsed() {
        return this.elapsed;
    }
}
