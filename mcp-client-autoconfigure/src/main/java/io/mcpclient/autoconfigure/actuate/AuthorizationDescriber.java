package io.mcpclient.autoconfigure.actuate;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;

import io.mcpclient.auth.McpAuthorizationRequest;
import io.mcpclient.auth.McpAuthorizations;
import io.mcpclient.auth.McpGrantType;
import io.mcpclient.autoconfigure.auth.McpAuthEndpoints;
import io.mcpclient.autoconfigure.properties.AuthProperties;
import io.mcpclient.autoconfigure.properties.AuthProperties.Type;
import io.mcpclient.autoconfigure.properties.ConfiguredServers;
import io.mcpclient.autoconfigure.properties.ServerProperties;
import io.mcpclient.status.McpClientStatus;
import io.mcpclient.text.SafeText;

/**
 * Describes the authorization of servers and the pending authorizations of users, without any request. URLs with a
 * {@code state}, which is a secret, are omitted, and so are the names of users.
 *
 * @see "fault I23"
 */
record AuthorizationDescriber(
        ConfiguredServers servers,
        ObjectProvider<McpAuthorizations> authorizations,
        ObjectProvider<McpAuthEndpoints> endpoints) {

    AuthorizationView describe(McpClientStatus client) {
        Type type = get(client.name(), AuthProperties::type);
        boolean oauth = type == Type.OAUTH2;
        String registration = oauth ? get(client.name(), AuthProperties::registrationId) : null;
        McpGrantType grant = get(client.name(), AuthProperties::grant);
        return new AuthorizationView(
                word((type != null) ? type : Type.NONE),
                (oauth && registration == null)
                        ? word((grant != null) ? grant : McpGrantType.AUTHORIZATION_CODE)
                        : null,
                registration,
                client.principalConnections(),
                pending().stream()
                        .filter(pending -> pending.server().equals(client.name()))
                        .toList());
    }

    /** Returns all pending authorizations, the oldest first. */
    List<AuthorizationView.Pending> pending() {
        return this.authorizations.stream()
                .flatMap(prompt -> prompt.pending().stream())
                .map(this::pending)
                .toList();
    }

    private AuthorizationView.Pending pending(McpAuthorizationRequest request) {
        return new AuthorizationView.Pending(
                request.id(),
                request.serverName(),
                request.principal().isApplication() ? "application" : "user",
                SafeText.excerpt(request.issuer()),
                request.scopes().stream().map(SafeText::excerpt).toList(),
                request.expiresAt(),
                begin(request),
                request.userCode());
    }

    private @Nullable String begin(McpAuthorizationRequest request) {
        if (request.userCode() != null) {
            return request.url().toString();
        }
        McpAuthEndpoints known = this.endpoints.getIfAvailable();
        return (known != null) ? known.begin(request.id()) : null;
    }

    private <T> @Nullable T get(String server, Function<AuthProperties, @Nullable T> getter) {
        ServerProperties own = this.servers.byName().get(server);
        if (own == null) {
            return null;
        }
        T value = getter.apply(own.auth());
        return (value != null || Boolean.FALSE.equals(own.inheritCredentials()))
                ? value
                : getter.apply(this.servers.defaults().auth());
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
