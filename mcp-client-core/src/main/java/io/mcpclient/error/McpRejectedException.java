package io.mcpclient.error;

/** Thrown when this side refused a call before anything was sent, or did not give the server what it needed to go on. */
public final class McpRejectedException extends McpException {

    /** Why a call was refused. */
    public enum Reason {

        /** The client is closed for good. */
        CLOSED,

        /** The server is away; what it offers is listed as unavailable. */
        UNAVAILABLE,

        /** Too many calls to this server are under way, or wait for their turn. */
        OVERLOAD,

        /** The last calls to this server have failed in a row; it is given time to recover. */
        CIRCUIT_OPEN,

        /** The call would block an event loop. */
        EVENT_LOOP,

        /** No server of this name is configured, or it was removed. */
        UNKNOWN_SERVER,

        /** There is a server of this name already. */
        DUPLICATE_SERVER,

        /** No tool of this name is known. */
        UNKNOWN_TOOL,

        /** The definition of the tool is not the one that was approved, and such tools are withheld. */
        UNAPPROVED_TOOL,

        /** No prompt of this name is known. */
        UNKNOWN_PROMPT,

        /** The parameters of the call cannot be written as JSON. */
        UNWRITABLE,

        /** An argument of the call cannot be sent the way the tool asks for it, or one of its options not at all. */
        INVALID_ARGUMENT,

        /** The server does not offer what the call needs, or demands what this client does not support. */
        UNSUPPORTED,

        /** The server needs an input, such as the answer of a model, that a handler refused or failed to give. */
        NO_INPUT,

        /** It could not be found out in whose name the call is made. */
        NO_PRINCIPAL,

        /** An interceptor of the application returned nothing. */
        NO_RESULT
    }

    private final Reason reason;

    /**
     * Creates the exception.
     * @param details what it tells
     * @param reason why the call was refused
     */
    public McpRejectedException(McpErrorDetails details, Reason reason) {
        super(details);
        this.reason = reason;
    }

    /**
     * Tells why the call was refused.
     * @return the reason
     */
    public Reason reason() {
        return this.reason;
    }
}
