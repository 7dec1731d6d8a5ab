package io.mcpclient.autoconfigure.security;

import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.oauth2.core.OAuth2AccessToken;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpSubjectToken;

/**
 * Principal in the form that Spring Security's OAuth2 client expects: with its login name, which identifies authorized
 * clients, and the token that it presented, for grants that exchange it.
 */
final class SubjectAuthentication extends AbstractAuthenticationToken {

    private static final long serialVersionUID = 1L;

    private final String name;

    private final transient @Nullable OAuth2AccessToken token;

    SubjectAuthentication(McpPrincipal principal) {
        super(List.of());
        this.name = principal.loginName();
        McpSubjectToken subject = principal.token();
        this.token = (subject != null)
                ? new OAuth2AccessToken(OAuth2AccessToken.TokenType.BEARER, subject.value(), null, null)
                : null;
        setAuthenticated(true);
    }

    @Override
    public String getName() {
        return this.name;
    }

    @Override
    public Object getPrincipal() {
        return (this.token != null) ? this.token : this.name;
    }

    @Override
    public @Nullable Object getCredentials() {
        return null;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return super.equals(other)
                && other instanceof SubjectAuthentication subject
                && Objects.equals(this.token, subject.token);
    }

    @Override
    public int hashCode() {
        return this.name.hashCode();
    }

    @Override
    public String toString() {
        return "SubjectAuthentication[]";
    }
}
