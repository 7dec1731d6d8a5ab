package io.mcpclient.sample.secured.authorization;

import java.util.List;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.oauth2.server.authorization.OAuth2Authorization;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2AuthorizationCodeRequestAuthenticationContext;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2AuthorizationCodeRequestAuthenticationException;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2AuthorizationCodeRequestAuthenticationToken;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenClaimsContext;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenCustomizer;

/**
 * Restricts tokens to the resource that a client names: a token has no effect anywhere else. Spring's server passes the
 * parameter on but does not evaluate it.
 *
 * @see "RFC 8707; MCP 2026-07-28, basic/authorization, Token Audience Binding"
 */
final class Audience
        implements Consumer<OAuth2AuthorizationCodeRequestAuthenticationContext>,
                OAuth2TokenCustomizer<OAuth2TokenClaimsContext> {

    private static final String RESOURCE = "resource";

    private final String resource;

    private final Ledger ledger;

    Audience(String resource, Ledger ledger) {
        this.resource = resource;
        this.ledger = ledger;
    }

    /** Rejects a request for any other resource. */
    @Override
    public void accept(OAuth2AuthorizationCodeRequestAuthenticationContext context) {
        OAuth2AuthorizationCodeRequestAuthenticationToken request = context.getAuthentication();
        if (!this.resource.equals(request.getAdditionalParameters().get(RESOURCE))) {
            OAuth2Error error =
                    new OAuth2Error("invalid_target", "The parameter resource has to be " + this.resource, null);
            throw new OAuth2AuthorizationCodeRequestAuthenticationException(error, request);
        }
    }

    @Override
    public void customize(OAuth2TokenClaimsContext context) {
        Object asked = requested(context.getAuthorization());
        if (asked instanceof String audience) {
            context.getClaims().audience(List.of(audience));
        }
        if (AuthorizationGrantType.REFRESH_TOKEN.equals(context.getAuthorizationGrantType())) {
            this.ledger.refreshed();
        } else {
            this.ledger.granted();
        }
    }

    private static @Nullable Object requested(@Nullable OAuth2Authorization authorization) {
        OAuth2AuthorizationRequest request =
                (authorization != null) ? authorization.getAttribute(OAuth2AuthorizationRequest.class.getName()) : null;
        return (request != null) ? request.getAdditionalParameters().get(RESOURCE) : null;
    }
}
