package io.mcpclient.transport;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.mcpclient.error.McpChallenge;
import io.mcpclient.error.McpException;
import io.mcpclient.jsonrpc.JsonRpcError;

/**
 * An HTTP answer that is no success. What it means (a lost session, another era, a failed call) depends on the era and
 * is decided there; it never reaches an application.
 */
public final class HttpStatusException extends RuntimeException {

    private final int status;

    /** More of it is of no use to anybody. */
    private static final int MAX_CHALLENGE_LENGTH = 8 * 1024;

    /** What credentials a transport has for its requests. */
    public enum Credentials {
        /** None that it knows of. */
        NONE,

        /** A header {@code Authorization} of the configuration. */
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

    /**
     * The body of the answer, and where it came from.
     *
     * @param address where the request was sent, printable and without a query; {@code null} if that is not known
     * @param text beginning of a body that held no JSON-RPC error as it was sent, {@code null} for none
     * @param explanation what it explains, printable and short; {@code null} for nothing
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
     * @param error JSON-RPC error that the body held, or {@code null} if it held none
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
                null);
    }

    /**
     * Creates the exception.
     * @param status HTTP status, 400 to 599
     * @param challenges values of {@code WWW-Authenticate}, one for each line of the header
     * @param credentials what the transport has for its requests
     * @param retryAfter value of {@code Retry-After}, or {@code null}
     * @param error JSON-RPC error that the body held, or {@code null} if it held none
     */
    public HttpStatusException(
            int status,
            List<String> challenges,
            Credentials credentials,
            @Nullable String retryAfter,
            @Nullable JsonRpcError error) {
        this(status, challenges, credentials, retryAfter, error, Body.NONE, null, null);
    }

    private HttpStatusException(
            int status,
            List<String> challenges,
            Credentials credentials,
            @Nullable String retryAfter,
            @Nullable JsonRpcError error,
            Body body,
            @Nullable String note,
            @Nullable McpException loss) {
        super("HTTP " + status, loss, true, false);
        this.status = status;
        this.challenges = List.copyOf(challenges);
        this.credentials = credentials;
        this.retryAfter = retryAfter;
        this.error = error;
        this.body = body;
        this.note = note;
        this.loss = loss;
    }

    /**
     * Copies this exception with the body of the answer.
     * @param body the body
     * @return the copy
     */
    public HttpStatusException withBody(Body body) {
        return copy(body, this.note, this.loss);
    }

    /**
     * Copies this exception with what has to be said of it besides.
     * @param note to be added to the problem, without full stop
     * @return the copy
     */
    public HttpStatusException withNote(String note) {
        return copy(this.body, note, this.loss);
    }

    /**
     * Copies this exception with what was tried after it, in vain.
     * @param note to be added to the problem, without full stop
     * @param failure how that ended; kept as a suppressed exception
     * @return the copy
     */
    public HttpStatusException withNote(String note, Throwable failure) {
        HttpStatusException copy = copy(this.body, note, this.loss);
        copy.addSuppressed(failure);
        return copy;
    }

    /**
     * Copies this exception for an attempt to take up an exchange whose request the server has already accepted:
     * whatever this answer means, what became of the request is not known.
     * @param loss what the exchange fails with unless this answer says more
     * @return the copy
     */
    public HttpStatusException withLoss(McpException loss) {
        return copy(this.body, this.note, loss);
    }

    private HttpStatusException copy(Body body, @Nullable String note, @Nullable McpException loss) {
        return new HttpStatusException(
                this.status, this.challenges, this.credentials, this.retryAfter, this.error, body, note, loss);
    }

    /**
     * Returns the HTTP status.
     * @return 400 to 599
     */
    public int status() {
        return this.status;
    }

    /**
     * Returns the challenge of a server that wants credentials.
     * @return the values of {@code WWW-Authenticate} with commas between them, at most 8192 characters; or {@code null} if
     *     there is none
     */
    public @Nullable String challenge() {
        if (this.challenges.isEmpty()) {
            return null;
        }
        String joined = String.join(", ", this.challenges);
        return joined.substring(0, Math.min(joined.length(), MAX_CHALLENGE_LENGTH));
    }

    /**
     * Returns the same in its parts.
     * @return the challenges, empty if there is none or none can be understood
     */
    public List<McpChallenge> challenges() {
        return McpChallenge.parse(this.challenges);
    }

    /**
     * Returns what the transport had for the request.
     * @return what is configured, whether or not it was sent
     */
    public Credentials credentials() {
        return this.credentials;
    }

    /**
     * Returns how long the server wants to be left alone.
     * @return the value of {@code Retry-After}: seconds or a date, or {@code null}
     */
    public @Nullable String retryAfter() {
        return this.retryAfter;
    }

    /**
     * Returns the JSON-RPC error in the body.
     * @return the error, its id may be {@code null}; or {@code null} if the body held none
     */
    public @Nullable JsonRpcError error() {
        return this.error;
    }

    /**
     * Returns the beginning of a body that held no JSON-RPC error. Untrusted, and it may hold what is secret: for
     * decisions, not for messages.
     * @return the text, or {@code null} if there was none
     */
    public @Nullable String text() {
        return this.body.text();
    }

    /**
     * Returns what the server explains in the body.
     * @return printable, without full stop, and fit for messages; {@code null} if it explains nothing
     */
    public @Nullable String explanation() {
        return this.body.explanation();
    }

    /**
     * Returns where the request was sent.
     * @return the address, printable and without a query; {@code null} if it is not known
     */
    public @Nullable String address() {
        return this.body.address();
    }

    /**
     * Returns what was tried after this answer, in vain.
     * @return part of a sentence, or {@code null} if nothing was tried
     */
    public @Nullable String note() {
        return this.note;
    }

    /**
     * Returns how the exchange was lost that this answer refuses to take up again.
     * @return what it fails with unless this answer says more; or {@code null} if this is the answer to the request
     *     itself
     */
    public @Nullable McpException loss() {
        return this.loss;
    }
}
