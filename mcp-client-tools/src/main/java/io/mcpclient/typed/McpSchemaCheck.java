package io.mcpclient.typed;

/** What follows if a tool of a server does not fit the method that calls it. */
public enum McpSchemaCheck {

    /** A warning is logged, and calls are sent. */
    WARN,

    /** A warning is logged, and calls of that method fail before they are sent, until the server changes its tool. */
    FAIL,

    /** Tools are not listed for a comparison. */
    OFF
}
