package io.mcpclient.internal.oauth.grant;

import reactor.core.publisher.Mono;

import io.mcpclient.internal.oauth.metadata.AuthorizationServer;
import io.mcpclient.internal.oauth.token.TokenSet;

/** One way to a first token. Thread-safe; nothing blocks. */
public interface Grant {

    /**
     * Checks whether an authorization server can do what this takes, before anything is sent there.
     * @param server the authorization server
     * @param isLegacy whether the MCP server follows revision 2025-03-26, and so has no metadata
     * @throws io.mcpclient.error.McpAuthorizationException if not, with remedy
     */
    void check(AuthorizationServer server, boolean isLegacy);

    /**
     * Obtains tokens.
     * @param request for what
     * @return the tokens; a {@link io.mcpclient.internal.oauth.token.TokenRefusedException} or an {@link
     *     io.mcpclient.error.McpException} if there are none
     */
    Mono<TokenSet> obtain(GrantRequest request);

    /** Tells whether a user has to be there for it. */
    default boolean needsUser() {
        return false;
    }

    /**
     * Tells whether more scopes can be had by asking for them. Where nobody decides anew, a refusal stands.
     * @see "AUTH-44; fault H06"
     */
    default boolean canAskForMore() {
        return false;
    }

    /** Ends the wait for a user who was asked, with an error: the request is not to be answered any more. */
    default void abandon() {}
}
