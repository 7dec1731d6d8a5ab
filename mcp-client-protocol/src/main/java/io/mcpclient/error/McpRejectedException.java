package io.mcpclient.error;

import org.jspecify.annotations.Nullable;

/** Thrown when the client rejected a call before sending it, or did not provide an input that the server required. */
public final class McpRejectedException extends McpException {

    /** Reason for rejecting a call. */
    public enum Reason {

        /** The client is closed. */
        CLOSED,

        /** The server is unavailable; its tools, prompts and resources are listed as unavailable. */
        UNAVAILABLE,

        /** Too many calls to this server are in flight or queued. */
        OVERLOAD,

        /** Consecutive calls to this server have failed; the circuit breaker is open. */
        CIRCUIT_OPEN,

        /** The call would block an event loop. */
        EVENT_LOOP,

        /** No server with this name is configured, or it was removed. */
        UNKNOWN_SERVER,

        /** A server with this name already exists. */
        DUPLICATE_SERVER,

        /** No tool with this name is known. */
        UNKNOWN_TOOL,

        /** The definition of the tool differs from the approved one, and such tools are withheld. */
        UNAPPROVED_TOOL,

        /** The call needed approval and was denied. */
        DENIED,

        /** No skill with this name or URI is known, or no such file belongs to the skill. */
        UNKNOWN_SKILL,

        /** No prompt with this name is known. */
        UNKNOWN_PROMPT,

        /** The parameters of the call cannot be serialized as JSON. */
        UNWRITABLE,

        /** An argument cannot be sent in the form that the tool requires, or an option of the call cannot be sent at all. */
        INVALID_ARGUMENT,

        /** The server lacks a capability that the call needs, or requires one that this client does not support. */
        UNSUPPORTED,

        /** The server requires an input, such as the response of a model, that a handler declined or failed to provide. */
        NO_INPUT,

        /** The principal of the call could not be determined. */
        NO_PRINCIPAL,

        /** An interceptor of the application returned no result. */
        NO_RESULT,

        /** An interceptor of the application did not permit the call, or failed. */
        INTERCEPTED
    }

    private final Reason reason;

    private final @Nullable String denialReason;

    /**
     * Creates the exception.
     * @param details the details of the error
     * @param reason the reason for the rejection
     */
    public McpRejectedException(McpErrorDetails details, Reason reason) {
        this(details, reason, null);
    }

    /**
     * Creates the exception.
     * @param details the details of the error
     * @param reason the reason for the rejection
     * @param denialReason what the approval said about its denial, printable, without secrets; {@code null} for nothing
     */
    public McpRejectedException(McpErrorDetails details, Reason reason, @Nullable String denialReason) {
        super(details);
        this.reason = reason;
        this.denialReason = denialReason;
    }

    /**
     * Returns the reason for the rejection.
     * @return the reason
     */
    public Reason reason() {
        return this.reason;
    }

    /**
     * Returns the reason that the application's approval gave for a denial, see
     * {@code McpToolApprovalDecision.deny}. Models read it.
     * @return the reason on one line, cut after 256 characters; {@code null} if the approval gave none, or did not deny the call
     */
    public @Nullable String denialReason() {
        return this.denialReason;
    }
}
