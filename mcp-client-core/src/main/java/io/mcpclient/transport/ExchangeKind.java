package io.mcpclient.transport;

/** How an exchange proceeds, as far as transports treat it differently. */
public enum ExchangeKind {

    /** A request and its response. An exchange that breaks before the response is lost. */
    SINGLE,

    /**
     * Like {@link #SINGLE}, but an exchange that ended before its response may be resumed, on transports that support it.
     */
    RESUMABLE,

    /**
     * A request whose response ends a stream of messages of unlimited duration: the messages before it are what matters.
     */
    SUBSCRIPTION
}
