package io.mcpclient.counterparts.oauth;

import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.oauth2.server.authorization.OAuth2Authorization;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2ClientCredentialsAuthenticationToken;
import org.springframework.security.oauth2.server.authorization.token.JwtEncodingContext;

/** What a client wants a token for: its parameter {@code resource}, with which Spring's server does nothing (RFC 8707). */
final class Resources {

    private Resources() {}

    static @Nullable String of(JwtEncodingContext context) {
        if (context.getAuthorizationGrant() instanceof OAuth2ClientCredentialsAuthenticationToken request) {
            return named(request.getAdditionalParameters());
        }
        OAuth2Authorization authorization = context.getAuthorization();
        OAuth2AuthorizationRequest request =
                (authorization != null) ? authorization.getAttribute(OAuth2AuthorizationRequest.class.getName()) : null;
        return (request != null) ? named(request.getAdditionalParameters()) : null;
    }

    private static @Nullable String named(Map<String, Object> parameters) {
        Object resource = parameters.get("resource");
        return (resource != null) ? resource.toString() : null;
    }
}
