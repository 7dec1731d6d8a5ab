package io.mcpclient.counterparts;

/** What some servers can do only over some transports or in one of the eras. */
enum Feature {

    /** Asks a model, the user and for roots while it serves a call. */
    QUESTIONS,

    /** Says that the user has been on a page. */
    REPORTED_VISITS,

    /** Tells of changes to its lists and its resources. */
    CHANGES,

    /** Remembers from which level on we want log messages, or is told so with each call. */
    LOG_LEVEL,

    /** Hears that a call is given up. */
    CANCELLATION,

    /** Pings us. */
    PINGS_OF_THE_SERVER
}
