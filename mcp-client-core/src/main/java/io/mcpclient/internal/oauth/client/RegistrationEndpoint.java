package io.mcpclient.internal.oauth.client;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.nimbusds.jose.util.JSONObjectUtils;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.McpDPoPMode;
import io.mcpclient.auth.McpOAuthSettings;
import io.mcpclient.auth.McpTokenAuthMethod;
import io.mcpclient.internal.net.UntrustedHttpClient;
import io.mcpclient.internal.oauth.metadata.AuthorizationServer;
import io.mcpclient.internal.oauth.metadata.JsonDocument;
import io.mcpclient.internal.support.SafeText;

/**
 * Registers a client: one request, a second one without scopes if the first is rejected because of them, and a validation of
 * the response. Thread-safe.
 *
 * <pre>
 * 200, 201                        the registration, or a rejection if it is invalid
 * any other status below 500      a rejection, except 408 and 429
 * 408, 429, 5xx, no response      a temporary failure
 * </pre>
 *
 * @see "RFC 7591 (AUTH-27 to AUTH-29, AUTH-60, DPOP-07); fault H19"
 */
final class RegistrationEndpoint {

    /** Some servers assign scopes to clients themselves and reject requested ones, for example Spring Authorization Server. */
    private static final String INVALID_SCOPE = "invalid_scope";

    private static final UntrustedHttpClient.Limits LIMITS =
            new UntrustedHttpClient.Limits(Duration.ofSeconds(10), 64 * 1024, 0);

    private final UntrustedHttpClient http;

    private final URI endpoint;

    private final URI redirectUri;

    private final McpTokenAuthMethod method;

    private final McpOAuthSettings settings;

    private final String body;

    private RegistrationEndpoint(
            UntrustedHttpClient http,
            URI endpoint,
            URI redirectUri,
            McpTokenAuthMethod method,
            McpOAuthSettings settings) {
        this.http = http;
        this.endpoint = endpoint;
        this.redirectUri = redirectUri;
        this.method = method;
        this.settings = settings;
        this.body = body(settings.scopes());
    }

    /**
     * Prepares a registration.
     * @param http HTTP client
     * @param server the authorization server
     * @param settings description of the client
     * @param redirectUri redirect URI
     * @return the registration, or {@code null} if the server supports no registration, or no usable one
     */
    static @Nullable RegistrationEndpoint of(
            UntrustedHttpClient http, AuthorizationServer server, McpOAuthSettings settings, URI redirectUri) {
        URI endpoint = server.registrationEndpoint();
        McpTokenAuthMethod method = MethodChoice.toRegister(settings.tokenAuthMethod(), server.tokenAuthMethods());
        return (endpoint != null && method != null)
                ? new RegistrationEndpoint(http, endpoint, redirectUri, method, settings)
                : null;
    }

    /** A failed registration. The message gives the reason and is printable. */
    static final class FailedException extends RuntimeException {

        private final boolean isRefusal;

        FailedException(boolean isRefusal, String problem) {
            super(problem);
            this.isRefusal = isRefusal;
        }

        /** Whether the same request would fail again. */
        boolean isRefusal() {
            return this.isRefusal;
        }

        String problem() {
            return String.valueOf(getMessage());
        }
    }

    /** Content of the first request, as JSON: the same text for the same settings. */
    String body() {
        return this.body;
    }

    private String body(List<String> scopes) {
        Map<String, Object> client = new LinkedHashMap<>();
        client.put("client_name", this.settings.clientName());
        client.put("redirect_uris", List.of(this.redirectUri.toString()));
        client.put("grant_types", List.of("authorization_code", "refresh_token"));
        client.put("response_types", List.of("code"));
        client.put("token_endpoint_auth_method", this.method.wireValue());
        client.put("application_type", RedirectUri.isLoopback(this.redirectUri) ? "native" : "web");
        if (!scopes.isEmpty()) {
            client.put("scope", String.join(" ", scopes));
        }
        if (this.settings.dpop() == McpDPoPMode.REQUIRED) {
            client.put("dpop_bound_access_tokens", true);
        }
        return JSONObjectUtils.toJSONString(client);
    }

    /**
     * Registers the client.
     * @return the registration, or a {@link FailedException}
     */
    Mono<RegistrationStore.Registration> register() {
        return send(this.body).flatMap(answer -> {
            boolean isWithoutScope = this.settings.scopes().isEmpty() || !isError(answer, INVALID_SCOPE);
            return (isWithoutScope ? Mono.just(answer) : send(body(List.of()))).map(this::registration);
        });
    }

    private Mono<UntrustedHttpClient.Answer> send(String body) {
        return this.http
                .send(
                        "POST",
                        this.endpoint,
                        Map.of("Content-Type", "application/json", "Accept", "application/json"),
                        body.getBytes(StandardCharsets.UTF_8),
                        LIMITS)
                .onErrorMap(error ->
                        new FailedException(false, described() + " failed: " + SafeText.excerpt(error.getMessage())));
    }

    private RegistrationStore.Registration registration(UntrustedHttpClient.Answer answer) {
        int status = answer.status();
        if (status != 200 && status != 201) {
            throw new FailedException(
                    status < 500 && status != 408 && status != 429,
                    described() + " returned status " + status + reason(answer));
        }
        try {
            return read(JsonDocument.parse(answer.body()));
        } catch (JsonDocument.MalformedException ex) {
            throw unusable("the response " + ex.getMessage());
        }
    }

    private RegistrationStore.Registration read(JsonDocument document) {
        String clientId = document.requiredText("client_id");
        String secret = document.text("client_secret");
        if (!isPrintable(clientId) || (secret != null && !isPrintable(secret))) {
            throw unusable("its client_id or client_secret has invalid characters");
        }
        List<String> redirectUris = document.texts("redirect_uris");
        if (redirectUris != null && !redirectUris.contains(this.redirectUri.toString())) {
            throw unusable("it has other redirect_uris than " + this.redirectUri + ": "
                    + SafeText.excerpt(redirectUris.toString()));
        }
        McpTokenAuthMethod given = method(document, secret);
        if (secret == null && needsSecret(given)) {
            throw unusable("it requires " + given.wireValue() + " and contains no client_secret");
        }
        long end = (secret != null) ? document.number("client_secret_expires_at") : 0;
        return new RegistrationStore.Registration(
                clientId, secret, given, (end > 0) ? Instant.ofEpochSecond(end) : null);
    }

    private McpTokenAuthMethod method(JsonDocument document, @Nullable String secret) {
        String named = document.text("token_endpoint_auth_method");
        if (named == null) {
            // The requested method, unless it is impossible: then the server has chosen the default without naming it.
            return (secret == null && needsSecret(this.method)) ? McpTokenAuthMethod.NONE : this.method;
        }
        McpTokenAuthMethod given = MethodChoice.parse(named);
        if (given == null || given == McpTokenAuthMethod.PRIVATE_KEY_JWT) {
            throw unusable("it requires token_endpoint_auth_method " + SafeText.excerpt(named));
        }
        return given;
    }

    private static boolean needsSecret(McpTokenAuthMethod method) {
        return method == McpTokenAuthMethod.CLIENT_SECRET_BASIC || method == McpTokenAuthMethod.CLIENT_SECRET_POST;
    }

    private FailedException unusable(String problem) {
        return new FailedException(true, described() + " cannot be used: " + problem);
    }

    private String described() {
        return "registration at " + SafeText.excerpt(this.endpoint.toString());
    }

    private static boolean isError(UntrustedHttpClient.Answer answer, String error) {
        try {
            return answer.status() == 400
                    && error.equals(JsonDocument.parse(answer.body()).text("error"));
        } catch (JsonDocument.MalformedException ex) {
            return false;
        }
    }

    private static String reason(UntrustedHttpClient.Answer answer) {
        try {
            JsonDocument document = JsonDocument.parse(answer.body());
            String error = document.text("error");
            String description = document.text("error_description");
            return ((error != null) ? ", " + SafeText.excerpt(error) : "")
                    + ((description != null) ? ", \"" + SafeText.excerpt(description) + "\"" : "");
        } catch (JsonDocument.MalformedException ex) {
            return "";
        }
    }

    private static boolean isPrintable(String text) {
        return text.chars().allMatch(c -> c >= 0x20 && c <= 0x7e);
    }
}
