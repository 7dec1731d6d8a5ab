package io.mcpclient.sample.secured.authorization;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import org.springframework.core.convert.converter.Converter;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.server.authorization.OAuth2ClientRegistration;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2ClientRegistrationAuthenticationContext;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2ClientRegistrationAuthenticationToken;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2ClientRegistrationAuthenticationValidator;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClient;
import org.springframework.security.oauth2.server.authorization.converter.OAuth2ClientRegistrationRegisteredClientConverter;
import org.springframework.security.oauth2.server.authorization.settings.OAuth2TokenFormat;
import org.springframework.security.oauth2.server.authorization.settings.TokenSettings;

/**
 * Rules for dynamic registration: every client may register, but only for grants that require a user's consent, and with all
 * scopes, so that a client can request more later. Access tokens are short-lived and opaque, so that they can be revoked; a
 * refresh token can be used once.
 *
 * @see "RFC 7591"
 */
final class Registrations
        implements Consumer<OAuth2ClientRegistrationAuthenticationContext>,
                Converter<OAuth2ClientRegistration, RegisteredClient> {

    private static final Duration ACCESS = Duration.ofMinutes(5);

    private static final Duration REFRESH = Duration.ofHours(8);

    static final Set<String> GRANTS = Set.of("authorization_code", "refresh_token");

    private static final Consumer<OAuth2ClientRegistrationAuthenticationContext> ADDRESSES =
            OAuth2ClientRegistrationAuthenticationValidator.DEFAULT_REDIRECT_URI_VALIDATOR.andThen(
                    OAuth2ClientRegistrationAuthenticationValidator.DEFAULT_JWK_SET_URI_VALIDATOR);

    private final OAuth2ClientRegistrationRegisteredClientConverter converter =
            new OAuth2ClientRegistrationRegisteredClientConverter();

    private final List<String> scopes;

    private final Ledger ledger;

    Registrations(List<String> scopes, Ledger ledger) {
        this.scopes = scopes;
        this.ledger = ledger;
        this.converter.setTokenSettingsCustomizer(Registrations::lifetimes);
    }

    private static void lifetimes(TokenSettings.Builder tokens) {
        tokens.accessTokenFormat(OAuth2TokenFormat.REFERENCE)
                .accessTokenTimeToLive(ACCESS)
                .refreshTokenTimeToLive(REFRESH)
                .reuseRefreshTokens(false);
    }

    /** Rejects a registration that requests too much. */
    @Override
    public void accept(OAuth2ClientRegistrationAuthenticationContext context) {
        ADDRESSES.accept(context);
        OAuth2ClientRegistrationAuthenticationToken request = context.getAuthentication();
        OAuth2ClientRegistration registration = request.getClientRegistration();
        demand(registration.getGrantTypes(), GRANTS, "grant_types");
        demand(registration.getScopes(), this.scopes, "scope");
    }

    private static void demand(@Nullable List<String> asked, Collection<String> allowed, String member) {
        if (asked != null && !allowed.containsAll(asked)) {
            throw new OAuth2AuthenticationException(new OAuth2Error(
                    "invalid_client_metadata", member + " can be " + String.join(" ", allowed) + " here", null));
        }
    }

    @Override
    public RegisteredClient convert(OAuth2ClientRegistration registration) {
        RegisteredClient client = this.converter.convert(registration);
        this.ledger.registered();
        return RegisteredClient.from(client)
                .scopes(all -> all.addAll(this.scopes))
                .build();
    }
}
