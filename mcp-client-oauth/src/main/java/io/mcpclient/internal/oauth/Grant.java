package io.mcpclient.internal.oauth;

import reactor.core.publisher.Mono;

/** A grant that obtains first tokens. Thread-safe; nothing blocks. */
interface Grant {

    /**
     * Checks whether an authorization server supports this grant, before any request is sent there.
     * @param server the authorization server
     * @param isLegacy whether the MCP server follows revision 2025-03-26, and therefore has no metadata
     * @throws io.mcpclient.error.McpAuthorizationException if not, with remedy
     */
    default void check(AuthorizationServer server, boolean isLegacy) {}

    /**
     * Obtains tokens.
     * @param request the request, without parameters
     * @return the tokens; a {@link TokenRefusedException} or an {@link io.mcpclient.error.McpException} if there are none
     */
    Mono<TokenSet> obtain(TokenRequest request);

    /** Tells whether a user is required. */
    default boolean needsUser() {
        return false;
    }

    /**
     * Tells whether more scopes can be requested. Without a new decision, a rejection is final.
     * @see "AUTH-44; fault H06"
     */
    default boolean canAskForMore() {
        return false;
    }

    /** Ends the wait for a prompted user, with an error: the request cannot be completed any longer. */
    default void abandon() {}
}
