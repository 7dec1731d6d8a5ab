package io.mcpclient.auth;

import org.jspecify.annotations.Nullable;

/**
 * The identity on behalf of which a server is called: a user, or the {@link #APPLICATION} itself. Principals are equal if
 * their names are; the token and the login name are ignored. Immutable; {@code toString} shows only the name.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/architecture">MCP: Architecture</a>
 */
public final class McpPrincipal {

    /** The application itself: background work, and all calls if there are no users. */
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
     * @param name unique name within the application; not empty, without control characters
     * @return the principal; never the application
     * @throws IllegalArgumentException if the name is empty, has control characters, or is that of the application, under which its tokens are stored
     */
    public static McpPrincipal of(String name) {
        return of(name, null);
    }

    /**
     * Creates the principal of a user with a token.
     * @param name unique name within the application; not empty
     * @param token token of the user's request; never sent to an MCP server, only to an authorization server for token
     *     exchange
     * @return the principal; never the application
     * @throws IllegalArgumentException if the name is empty or that of the application, under which its tokens are stored
     */
    public static McpPrincipal of(String name, @Nullable McpSubjectToken token) {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("the name of a principal is empty");
        }
        if (name.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("the name of a principal has control characters");
        }
        if (name.equals(APPLICATION.name)) {
            throw new IllegalArgumentException("\"" + name + "\" is the name of the application, not of a user."
                    + " Add a prefix to names that users choose, or use McpPrincipal.APPLICATION.");
        }
        return new McpPrincipal(name, name, token);
    }

    /**
     * Returns a copy with the user's name in the authentication library.
     * @param loginName login name; need not be unique: two identity providers may use it for different users
     * @return the copy, equal to this principal
     */
    public McpPrincipal withLoginName(String loginName) {
        return new McpPrincipal(this.name, loginName, this.token);
    }

    /**
     * Returns the unique name of the principal.
     * @return the name, not empty
     */
    public String name() {
        return this.name;
    }

    /**
     * Returns the user's name in the authentication library, for lookups there. Not unique, and unsuitable as an identity.
     * @return the login name; the {@link #name()} if unknown
     */
    public String loginName() {
        return this.loginName;
    }

    /**
     * Returns the token of the user's request.
     * @return the token, or {@code null} if none is available
     */
    public @Nullable McpSubjectToken token() {
        return this.token;
    }

    /**
     * Returns whether this is the application itself.
     * @return {@code true} if there is no user
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
