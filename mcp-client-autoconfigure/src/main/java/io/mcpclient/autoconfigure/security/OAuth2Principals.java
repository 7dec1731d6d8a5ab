package io.mcpclient.autoconfigure.security;

import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.authentication.OAuth2AuthenticationToken;
import org.springframework.security.oauth2.core.ClaimAccessor;
import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;
import org.springframework.security.oauth2.core.OAuth2Token;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.util.ClassUtils;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpSubjectToken;

/**
 * Principals of users, with the tokens that they presented, for grants that exchange them.
 *
 * <table>
 * <caption>the first match applies</caption>
 * <tr><th>the user</th><th>name is unique within</th><th>token</th></tr>
 * <tr><td>came with an access token, JWT or opaque</td><td>its issuer, if known</td><td>that access token</td></tr>
 * <tr><td>has logged in with OpenID Connect</td><td>the issuer of the ID token</td><td>the ID token</td></tr>
 * <tr><td>has logged in with OAuth2</td><td>the client registration</td><td>none</td></tr>
 * <tr><td>any other</td><td>the application</td><td>none</td></tr>
 * </table>
 *
 * Spring Security keeps authorized clients under the name alone, which remains the login name.
 *
 * @see "RFC 8693, section 3; RFC 7519, section 4.1.2 (sub is unique within its issuer); fault H26"
 */
final class OAuth2Principals implements Principals {

    private static final String ISSUER = "iss";

    static final String LOGIN = "org.springframework.security.oauth2.client.authentication.OAuth2AuthenticationToken";

    /** Login and tokens are in different libraries. */
    private static final boolean HAS_LOGIN = ClassUtils.isPresent(LOGIN, OAuth2Principals.class.getClassLoader());

    @Override
    public McpPrincipal of(Authentication authentication) {
        if (authentication.getCredentials() instanceof OAuth2Token token) {
            return Principals.principal(
                    text(issuer(authentication)),
                    authentication,
                    new McpSubjectToken(token.getTokenValue(), McpSubjectToken.ACCESS_TOKEN));
        }
        if (authentication.getPrincipal() instanceof OidcUser user) {
            String issuer = text(user.getIdToken().getClaims().get(ISSUER));
            return Principals.principal(
                    (issuer != null) ? issuer : registration(authentication),
                    authentication,
                    new McpSubjectToken(user.getIdToken().getTokenValue(), McpSubjectToken.ID_TOKEN));
        }
        return Principals.principal(registration(authentication), authentication, null);
    }

    /** Returns the issuer from the token, or from its introspection. */
    private static @Nullable Object issuer(Authentication authentication) {
        if (authentication.getCredentials() instanceof ClaimAccessor claims) {
            return claims.getClaims().get(ISSUER);
        }
        return (authentication.getPrincipal() instanceof OAuth2AuthenticatedPrincipal introspected)
                ? introspected.getAttribute(ISSUER)
                : null;
    }

    private static @Nullable String registration(Authentication authentication) {
        return HAS_LOGIN ? LogIn.registration(authentication) : null;
    }

    private static @Nullable String text(@Nullable Object issuer) {
        return (issuer != null) ? issuer.toString() : null;
    }

    /** Loaded only if its library is present. */
    private static final class LogIn {

        private LogIn() {}

        static @Nullable String registration(Authentication authentication) {
            return (authentication instanceof OAuth2AuthenticationToken loggedIn)
                    ? "registration:" + loggedIn.getAuthorizedClientRegistrationId()
                    : null;
        }
    }
}
