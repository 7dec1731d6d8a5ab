package io.mcpclient.transport;

/** How an exchange goes, as far as transports treat it differently. */
public enum ExchangeKind {

    /** A request and its answer. What breaks before the answer is lost. */
    SINGLE,

    /** Likewise, but what ended before its answer may be taken up again where it ended, on transports that can. */
    RESUMABLE,

    /**
     * A request whose answer comes when there is nothing more to tell: until then, for as long as it takes, the messages
     * before it are what matters.
     */
    SUBSCRIPTION
}
