package io.mcpclient.protocol;

/** Which of the eras to speak with a server. */
public enum McpProtocol {

    /** The one that the server speaks, which is found out. */
    AUTO,

    /** The stateless revision, and nothing else. */
    MODERN,

    /** The revisions that begin with a handshake, and nothing else. */
    LEGACY
}
