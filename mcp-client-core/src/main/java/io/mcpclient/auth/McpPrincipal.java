package io.mcpclient.auth;

import org.jspecify.annotations.Nullable;

/**
 * In whose name a server is called. Immutable; {@code toString} and equality know the name alone.
 *
 * @see "MCP 2026-07-28, architecture (SEC-27); faults G13, H26"
 */
public final class McpPrincipal {

    /** The application itself: background work, and everything where there are no users. */
    public static final McpPrincipal APPLICATION = new McpPrincipal("application", null);

    private final String name;

    private final @Nullable McpSubjectToken token;

    private McpPrincipal(String name, @Nullable McpSubjectToken token) {
        this.name = name;
        this.token = token;
    }

    /**
     * Names a user.
     * @param name tells users apart, unique within the application; not empty, and it need not be printable
     * @return the principal; that of the application for its name
     * @throws IllegalArgumentException if the name is empty
     */
    public static McpPrincipal of(String name) {
        return of(name, null);
    }

    /**
     * Names a user whose token is at hand.
     * @param name tells users apart, unique within the application; not empty
     * @param token what the user came with; never sent to an MCP server, only to an authorization server that exchanges it
     * @return the principal
     * @throws IllegalArgumentException if the name is empty
     */
    public static McpPrincipal of(String name, @Nullable McpSubjectToken token) {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a principal needs a name");
        }
        return new McpPrincipal(name, token);
    }

    /**
     * Returns what tells principals apart.
     * @return not empty
     */
    public String name() {
        return this.name;
    }

    /**
     * Returns the token that the user came with.
     * @return the token, or {@code null} if none is at hand
     */
    public @Nullable McpSubjectToken token() {
        return this.token;
    }

    /**
     * Tells whether this is the application itself.
     * @return whether there is no user
     */
    public boolean isApplication() {
        return this.name.equals(APPLICATION.name);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof McpPrincipal principal && principal.name.equals(this.name);
    }

    @Override
    public int hashCode() {
        return this.name.hashCode();
    }

    @Override
    public String toString() {
        return "McpPrincipal[name=" + this.name + "]";
    }
}
