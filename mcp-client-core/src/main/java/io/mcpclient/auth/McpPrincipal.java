package io.mcpclient.auth;

import org.jspecify.annotations.Nullable;

/**
 * The identity on behalf of which a server is called: a user, or the {@link #APPLICATION} itself. Users are equal if their
 * names are; the token and the login name do not count. Immutable; {@code toString} shows the name alone.
 *
 * @see "MCP 2026-07-28, architecture (SEC-27); faults G13, H26"
 */
public final class McpPrincipal {

    /** The application itself: background work, and everything where there are no users. */
    public static final McpPrincipal APPLICATION = new McpPrincipal("application", "application", null);

    private final String name;

    private final String loginName;

    private final @Nullable McpSubjectToken token;

    private McpPrincipal(String name, String loginName, @Nullable McpSubjectToken token) {
        this.name = name;
        this.loginName = loginName;
        this.token = token;
    }

    /**
     * Creates the principal of a user.
     * @param name tells users apart, unique within the application; not empty, and it need not be printable
     * @return the principal; never the application
     * @throws IllegalArgumentException if the name is empty, or that of the application, under which its tokens are stored
     */
    public static McpPrincipal of(String name) {
        return of(name, null);
    }

    /**
     * Creates the principal of a user whose token is available.
     * @param name tells users apart, unique within the application; not empty
     * @param token what the user came with; never sent to an MCP server, only to an authorization server that exchanges it
     * @return the principal; never the application
     * @throws IllegalArgumentException if the name is empty, or that of the application, under which its tokens are stored
     */
    public static McpPrincipal of(String name, @Nullable McpSubjectToken token) {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a principal needs a name");
        }
        if (name.equals(APPLICATION.name)) {
            throw new IllegalArgumentException("\"" + name + "\" is the name of the application, not of a user."
                    + " Add a prefix to names that users choose, or use McpPrincipal.APPLICATION.");
        }
        return new McpPrincipal(name, name, token);
    }

    /**
     * Copies this principal with the name under which the library that signed the user in knows them.
     * @param loginName need not be unique: two identity providers may use it for two users
     * @return the copy, equal to this principal
     */
    public McpPrincipal withLoginName(String loginName) {
        return new McpPrincipal(this.name, loginName, this.token);
    }

    /**
     * Returns what tells principals apart.
     * @return not empty
     */
    public String name() {
        return this.name;
    }

    /**
     * Returns the name under which the library that signed the user in knows them, to look something up there. Not suited to
     * tell users apart.
     * @return the login name, the {@link #name()} if no other is known
     */
    public String loginName() {
        return this.loginName;
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
        return equals(APPLICATION);
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
