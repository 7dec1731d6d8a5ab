package io.mcpclient.apps;

/** Resources that a view may read. They are always those of its own server. */
public enum McpAppResources {

    /** None: {@code serverResources} is not announced. */
    NONE,

    /** Those with the scheme {@code ui}, and those in the server's list of resources. */
    UI_AND_LISTED,

    /** Whatever the server has. */
    ALL_OF_SERVER
}
