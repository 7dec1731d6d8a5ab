package io.mcpclient.internal.era;

/**
 * Texts about sessions that not every node of a server knows.
 *
 * @see "fault D11"
 */
public final class UnsharedSessions {

    /** Most likely cause of sessions that a server denies soon after it has opened them; without a subject. */
    public static final String SUSPICION = "appears to be load-balanced without shared sessions";

    private UnsharedSessions() {}

    /**
     * Returns what to do about it.
     * @param serverName configured name of the server
     * @return a sentence
     */
    public static String remedy(String serverName) {
        return "Share sessions between the server's nodes, or use sticky sessions at its load balancer; if those use cookies,"
                + " set mcp.servers." + serverName + ".cookies-enabled.";
    }
}
