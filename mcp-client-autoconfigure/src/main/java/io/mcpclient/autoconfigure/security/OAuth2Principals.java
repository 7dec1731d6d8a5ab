package io.mcpclient.autoconfigure.security;

import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.core.ClaimAccessor;
import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;
import org.springframework.security.oauth2.core.OAuth2Token;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpSubjectToken;

/**
 * Names users, and gives the tokens that they came with, for grants that exchange them.
 *
 * <table>
 * <caption>first match counts</caption>
 * <tr><th>the user</th><th>name</th><th>token</th></tr>
 * <tr><td>came with an access token, JWT or not</td><td>issuer and name: two issuers may know others under one name</td>
 * <td>that access token</td></tr>
 * <tr><td>has signed in with OpenID Connect</td><td>name, under which Spring Security keeps what he has authorized</td>
 * <td>the ID token</td></tr>
 * <tr><td>any other</td><td>name</td><td>none</td></tr>
 * </table>
 *
 * @see "RFC 8693, section 3; RFC 7519, section 4.1.2 (sub is unique within its issuer); fault H26"
 */
final class OAuth2Principals implements Principals {

    private static final String ISSUER = "iss";

    @Override
    public McpPrincipal of(Authentication authentication) {
        if (authentication.getCredentials() instanceof OAuth2Token token) {
            return McpPrincipal.of(
                    qualified(issuer(authentication), Principals.name(authentication)),
                    new McpSubjectToken(token.getTokenValue(), McpSubjectToken.ACCESS_TOKEN));
        }
        if (authentication.getPrincipal() instanceof OidcUser user) {
            return McpPrincipal.of(
                    Principals.name(authentication),
                    new McpSubjectToken(user.getIdToken().getTokenValue(), McpSubjectToken.ID_TOKEN));
        }
        return McpPrincipal.of(Principals.name(authentication));
    }

    /** That of the token, or of what its issuer has said about it. */
    private static @Nullable Object issuer(Authentication authentication) {
        if (authentication.getCredentials() instanceof ClaimAccessor claims) {
            return claims.getClaims().get(ISSUER);
        }
        return (authentication.getPrincipal() instanceof OAuth2AuthenticatedPrincipal introspected)
                ? introspected.getAttribute(ISSUER)
                : null;
    }

    /** No issuer has a space in it, so no two users share what comes of this. */
    private static String qualified(@Nullable Object issuer, String name) {
        return (issuer != null) ? issuer + " " + name : name;
    }
}
