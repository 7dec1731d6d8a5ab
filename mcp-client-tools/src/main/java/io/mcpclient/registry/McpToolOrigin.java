package io.mcpclient.registry;

/** Where the definition of a tool comes from. */
public enum McpToolOrigin {

    /** The application declares the tool, see {@link McpServerTools#withDeclared}. Its server has not been asked yet. */
    DECLARED,

    /** Its server listed it before the start of the application, and has not been asked since then. */
    STORED,

    /** Its server listed it. */
    LISTED
}
