package io.mcpclient.counterparts;

/** What some servers can do only over some transports or in one of the eras. */
enum Feature {

    /** Asks a model, the user and for roots while it serves a call. */
    QUESTIONS,

    /** Says that the user has been on a page. */
    REPORTED_VISITS,

    /** Tells of changes to its lists and its resources. */
    CHANGES,

    /** The log level is set for the session, or sent with each call. */
    LOG_LEVEL,

    /** Cancellations are notified. */
    CANCELLATION,

    /** Pings us. */
    PINGS_OF_THE_SERVER
}
