package io.mcpclient.internal.oauth;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import com.nimbusds.jose.util.JSONObjectUtils;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.McpDPoPMode;
import io.mcpclient.auth.McpOAuthSettings;
import io.mcpclient.auth.McpTokenAuthMethod;
import io.mcpclient.support.net.Loopback;
import io.mcpclient.support.net.UntrustedHttpClient;
import io.mcpclient.text.SafeText;

/**
 * Registers a client, and validates the response. Thread-safe.
 *
 * <pre>
 * rejected because of the scopes                     again without scopes
 * rejected for another reason than the redirect URI  again with the next method of client authentication
 * rejected with all methods, with scopes             again with the first method, without scopes
 *
 * 200, 201                        the registration, or a rejection if it is invalid
 * any other status below 500      a rejection, except 408 and 429
 * 408, 429, 5xx, no response      a temporary failure
 *
 * client_id                       required, printable, also an integer
 * client_secret                   printable; none if absent, {@code null} or empty
 * redirect_uris                   contain the requested one; as requested if absent or empty
 * token_endpoint_auth_method      a supported one; as requested if absent or empty
 * client_secret_expires_at        seconds, also as text; anything else never
 * scope                           words, also as a list; anything else no limit
 * </pre>
 *
 * @see "RFC 7591 (AUTH-27 to AUTH-29, AUTH-60, DPOP-07); fault H19"
 */
final class RegistrationEndpoint {

    /** Rejections that another description of the client does not prevent. */
    private static final Set<String> FINAL = Set.of(
            "invalid_redirect_uri",
            "invalid_software_statement",
            "unapproved_software_statement",
            "access_denied",
            "invalid_token");

    private static final UntrustedHttpClient.Limits LIMITS =
            new UntrustedHttpClient.Limits(Duration.ofSeconds(10), 64 * 1024, 0);

    private final UntrustedHttpClient http;

    private final URI endpoint;

    private final @Nullable URI redirectUri;

    private final List<McpTokenAuthMethod> methods;

    private final McpOAuthSettings settings;

    private final String body;

    private RegistrationEndpoint(
            UntrustedHttpClient http,
            URI endpoint,
            @Nullable URI redirectUri,
            List<McpTokenAuthMethod> methods,
            McpOAuthSettings settings) {
        this.http = http;
        this.endpoint = endpoint;
        this.redirectUri = redirectUri;
        this.methods = methods;
        this.settings = settings;
        this.body = body(methods.get(0), settings.scopes());
    }

    /**
     * Prepares a registration.
     * @param http HTTP client
     * @param server the authorization server
     * @param settings description of the client
     * @param redirectUri redirect URI, or {@code null} for a grant without one
     * @return the registration, or {@code null} if the server supports no registration, or no usable one
     */
    static @Nullable RegistrationEndpoint of(
            UntrustedHttpClient http,
            AuthorizationServer server,
            McpOAuthSettings settings,
            @Nullable URI redirectUri) {
        URI endpoint = server.registrationEndpoint();
        List<McpTokenAuthMethod> methods =
                MethodChoice.toRegister(settings.tokenAuthMethod(), server.tokenAuthMethods());
        return (endpoint != null && !methods.isEmpty())
                ? new RegistrationEndpoint(http, endpoint, redirectUri, methods, settings)
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

    /** Whether the settings have scopes: without any, the authorization server knows best which ones a client needs. */
    boolean hasConfiguredScopes() {
        return !this.settings.scopes().isEmpty();
    }

    /** Whether the client is registered for the configured scopes and no others, see {@link ScopeChoice}. */
    boolean isLimited() {
        return ScopeChoice.isLimited(this.settings);
    }

    /** Description of the client with the configured scopes, as JSON: the same text for the same settings. */
    String body() {
        return this.body;
    }

    private String body(McpTokenAuthMethod method, List<String> scopes) {
        Map<String, Object> client = new LinkedHashMap<>();
        client.put("client_name", this.settings.clientName());
        URI redirect = this.redirectUri;
        if (redirect != null) {
            client.put("redirect_uris", List.of(redirect.toString()));
            client.put("grant_types", List.of(GrantNames.AUTHORIZATION_CODE, GrantNames.REFRESH_TOKEN));
            client.put("response_types", List.of("code"));
        } else {
            client.put("grant_types", List.of(GrantNames.DEVICE_CODE, GrantNames.REFRESH_TOKEN));
            client.put("response_types", List.of());
        }
        client.put("token_endpoint_auth_method", method.wireValue());
        client.put("application_type", (redirect == null || Loopback.isHost(redirect.getHost())) ? "native" : "web");
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
     * @param scopes scopes to register for, empty for those that the authorization server chooses
     * @return the registration, or a {@link FailedException}: that of the first request
     */
    Mono<RegistrationStore.Registration> register(List<String> scopes) {
        Deque<Attempt> attempts = new ArrayDeque<>();
        this.methods.forEach(method -> attempts.add(new Attempt(method, scopes)));
        if (!scopes.isEmpty()) {
            attempts.add(new Attempt(this.methods.get(0), List.of()));
        }
        return next(attempts, null);
    }

    private record Attempt(McpTokenAuthMethod method, List<String> scopes) {}

    private Mono<RegistrationStore.Registration> next(Deque<Attempt> attempts, @Nullable FailedException first) {
        Attempt attempt = attempts.remove();
        return send(body(attempt.method(), attempt.scopes())).flatMap(answer -> {
            try {
                return Mono.just(registration(answer, attempt));
            } catch (FailedException failed) {
                boolean isAboutScopes = !attempt.scopes().isEmpty() && isAboutScopes(answer);
                if (isAboutScopes) {
                    attempts.clear();
                    attempts.add(new Attempt(attempt.method(), List.of()));
                }
                return !attempts.isEmpty() && (isAboutScopes || isAboutDescription(answer))
                        ? next(attempts, (first != null) ? first : failed)
                        : Mono.error((first != null) ? first : failed);
            }
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

    private RegistrationStore.Registration registration(UntrustedHttpClient.Answer answer, Attempt attempt) {
        int status = answer.status();
        if (status != 200 && status != 201) {
            throw new FailedException(
                    status < 500 && status != 408 && status != 429,
                    described() + " returned status " + status + reason(answer));
        }
        try {
            return read(JsonDocument.parse(answer.body()), attempt);
        } catch (JsonDocument.MalformedException ex) {
            throw unusable("the response " + ex.getMessage());
        }
    }

    private RegistrationStore.Registration read(JsonDocument document, Attempt attempt) {
        String clientId = document.requiredId("client_id");
        String secret = document.text("client_secret");
        if (!isPrintable(clientId) || (secret != null && !isPrintable(secret))) {
            throw unusable("its client_id or client_secret has invalid characters");
        }
        List<String> redirectUris = document.words("redirect_uris", List.of());
        if (!redirectUris.isEmpty()
                && this.redirectUri != null
                && !redirectUris.contains(this.redirectUri.toString())) {
            throw unusable("it has other redirect_uris than " + this.redirectUri + ": "
                    + SafeText.excerpt(redirectUris.toString()));
        }
        McpTokenAuthMethod given = method(document, attempt.method(), secret);
        if (secret == null && needsSecret(given)) {
            throw unusable("it requires " + given.wireValue() + " and contains no client_secret");
        }
        long end = (secret != null) ? document.number("client_secret_expires_at") : 0;
        return new RegistrationStore.Registration(
                clientId,
                secret,
                given,
                (end > 0) ? Instant.ofEpochSecond(Math.min(end, Instant.MAX.getEpochSecond())) : null,
                limit(document.words("scope", List.of()), attempt.scopes()));
    }

    /** Some authorization servers limit clients to the scopes of the registration, which the response then has. */
    private static List<String> limit(List<String> registered, List<String> asked) {
        return (registered.isEmpty() || asked.isEmpty())
                ? List.of()
                : Stream.concat(asked.stream(), registered.stream()).distinct().toList();
    }

    private McpTokenAuthMethod method(JsonDocument document, McpTokenAuthMethod asked, @Nullable String secret) {
        String named = document.text("token_endpoint_auth_method");
        if (named == null) {
            // The requested method, unless it is impossible: then the server has chosen the default without naming it.
            return (secret == null && needsSecret(asked)) ? McpTokenAuthMethod.NONE : asked;
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

    /** Some servers assign scopes to clients themselves and reject requested ones, for example Spring Authorization Server. */
    private static boolean isAboutScopes(UntrustedHttpClient.Answer answer) {
        return isRefused(answer) && reason(answer).toLowerCase(Locale.ROOT).contains("scope");
    }

    private static boolean isAboutDescription(UntrustedHttpClient.Answer answer) {
        return (answer.status() == 400 || answer.status() == 422)
                && FINAL.stream().noneMatch(reason(answer)::contains);
    }

    private static boolean isRefused(UntrustedHttpClient.Answer answer) {
        return answer.status() / 100 == 4 && answer.status() != 408 && answer.status() != 429;
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
