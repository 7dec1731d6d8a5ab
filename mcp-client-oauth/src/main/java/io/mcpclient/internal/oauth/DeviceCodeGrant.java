package io.mcpclient.internal.oauth;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.McpAuthorizationPrompt;
import io.mcpclient.auth.McpAuthorizationRequest;
import io.mcpclient.auth.McpOAuthSettings;
import io.mcpclient.auth.ProtectedServer;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.support.Loggers;
import io.mcpclient.text.SafeText;
import io.mcpclient.time.TimeSource;

/**
 * A user consents on another device, where they enter a code. The code is logged and passed to the prompt.
 *
 * <pre>
 *  device authorization endpoint ──► code, page ──► log, prompt
 *                                        │
 *                     token endpoint, every few seconds
 *                       authorization_pending     again
 *                       slow_down                 again, five seconds later each time
 *                       no response, 5xx          again, in twice the time
 *                       access_denied, any other  an error
 * </pre>
 *
 * @see "RFC 8628; fault H14"
 */
final class DeviceCodeGrant implements Grant {

    private static final Logger logger = Loggers.AUTH;

    private static final Duration DEFAULT_INTERVAL = Duration.ofSeconds(5);

    private static final Duration SLOWER = Duration.ofSeconds(5);

    private static final Duration LONGEST_INTERVAL = Duration.ofMinutes(1);

    private static final int MAX_CODE = 64;

    private final McpOAuthSettings settings;

    private final TokenEndpoint endpoint;

    private final UserRequests users;

    private final TimeSource time;

    private final AuthorizationFailures failures;

    DeviceCodeGrant(ProtectedServer server, McpOAuthSettings settings, TokenEndpoint endpoint, UserWait wait) {
        this.settings = settings;
        this.endpoint = endpoint;
        this.users = new UserRequests(server, settings, wait);
        this.time = server.time();
        this.failures = new AuthorizationFailures(server.name());
    }

    @Override
    public boolean needsUser() {
        return true;
    }

    @Override
    public boolean canAskForMore() {
        return true;
    }

    @Override
    public void abandon() {
        this.users.abandon();
    }

    @Override
    public void check(AuthorizationServer server, boolean isLegacy) {
        endpoint(server);
    }

    private URI endpoint(AuthorizationServer server) {
        URI endpoint = server.deviceAuthorizationEndpoint();
        if (endpoint == null) {
            throw this.failures.authorizationServer(
                    "authorization server " + SafeText.excerpt(server.issuer())
                            + " has no device authorization endpoint",
                    "Set auth.grant to one that it supports, or auth.device-authorization-endpoint.",
                    null);
        }
        return endpoint;
    }

    /**
     * The response of the device authorization endpoint. {@code toString} does not show the device code.
     *
     * @param deviceCode secret of this client
     * @param userCode code that the user enters
     * @param page page for the user, with the code if the authorization server supports that
     * @param lifetime remaining time
     * @param interval time between two token requests
     */
    private record Code(String deviceCode, String userCode, URI page, Duration lifetime, Duration interval) {

        @Override
        public String toString() {
            return "Code[page=" + this.page + "]";
        }
    }

    @Override
    public Mono<TokenSet> obtain(TokenRequest request) {
        return Mono.defer(() -> this.endpoint.deviceCode(
                        endpoint(request.server()), request.with(Map.of("grant_type", GrantNames.DEVICE_CODE))))
                .map(document -> code(request, document))
                .flatMap(code -> tokens(request, code));
    }

    private Code code(TokenRequest request, JsonDocument document) {
        try {
            String page =
                    Objects.requireNonNullElseGet(document.text("verification_uri_complete"), () -> page(document));
            this.users.page(page(document), "verification_uri");
            long lifetime = document.number("expires_in");
            long interval = document.number("interval");
            return new Code(
                    document.requiredText("device_code"),
                    SafeText.excerpt(document.requiredText("user_code"), MAX_CODE),
                    this.users.page(page, "verification_uri_complete"),
                    shorter(this.users.lifetime(), (lifetime > 0) ? Duration.ofSeconds(lifetime) : null),
                    (interval > 0) ? shorter(LONGEST_INTERVAL, Duration.ofSeconds(interval)) : DEFAULT_INTERVAL);
        } catch (JsonDocument.MalformedException ex) {
            throw this.failures.authorizationServer(
                    "the device authorization response of "
                            + SafeText.excerpt(request.server().issuer()) + " " + ex.getMessage(),
                    "Ask its operator.",
                    null);
        }
    }

    /** Some authorization servers follow an early draft. */
    private static String page(JsonDocument document) {
        String page = document.text("verification_uri");
        String early = (page == null) ? document.text("verification_url") : page;
        return (early != null) ? early : document.requiredText("verification_uri");
    }

    private static Duration shorter(Duration limit, @Nullable Duration other) {
        return (other != null && other.compareTo(limit) < 0) ? other : limit;
    }

    private Mono<TokenSet> tokens(TokenRequest request, Code code) {
        UserRequests.Asked asked = this.users.ask(request, code.page(), null, code.userCode(), code.lifetime());
        logger.warn(
                "MCP server \"{}\": a user has to authorize the client: open {} and enter the code {} before {}",
                asked.request().serverName(),
                code.page(),
                code.userCode(),
                asked.request().expiresAt());
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("grant_type", GrantNames.DEVICE_CODE);
        parameters.put("device_code", code.deviceCode());
        TokenRequest polled = request.with(parameters).withoutScopes();
        Mono<TokenSet> tokens = poll(asked.request(), polled, code.interval());
        return this.users.run(asked, Mono.firstWithSignal(prompted(asked.request()), tokens));
    }

    /** The prompt only shows the code: its end means nothing, and the log has the code as well. */
    private Mono<TokenSet> prompted(McpAuthorizationRequest asked) {
        McpAuthorizationPrompt prompt = this.settings.prompt();
        return (prompt == null)
                ? Mono.never()
                : Mono.defer(() -> prompt.promptForCode(asked))
                        .doOnError(error -> logger.warn(
                                "MCP server \"{}\": the user could not be prompted", asked.serverName(), error))
                        .onErrorComplete()
                        .then(Mono.never());
    }

    private Mono<TokenSet> poll(McpAuthorizationRequest asked, TokenRequest request, Duration interval) {
        return this.time.delay(interval).then(Mono.defer(() -> {
            if (!this.time.instant().isBefore(asked.expiresAt())) {
                return Mono.error(expired(asked));
            }
            return this.endpoint.request(request).onErrorResume(error -> again(asked, request, interval, error));
        }));
    }

    private Mono<TokenSet> again(
            McpAuthorizationRequest asked, TokenRequest request, Duration interval, Throwable error) {
        if (error instanceof McpConnectionException) {
            return poll(asked, request, shorter(LONGEST_INTERVAL, interval.multipliedBy(2)));
        }
        String code = (error instanceof TokenRefusedException refused) ? refused.error() : "";
        return switch (code) {
            case "authorization_pending" -> poll(asked, request, interval);
            case "slow_down" -> poll(asked, request, interval.plus(SLOWER));
            case "expired_token" -> Mono.error(expired(asked));
            case "access_denied" ->
                this.users.reported(
                        asked,
                        Mono.error(this.failures.interaction(
                                asked,
                                "the user has denied access: " + error.getMessage(),
                                "Repeat the call, and ask the user to consent.",
                                null)));
            default -> this.users.reported(asked, Mono.error(error));
        };
    }

    private RuntimeException expired(McpAuthorizationRequest asked) {
        Instant end = asked.expiresAt();
        return this.failures.interaction(
                asked,
                "no user has entered the code before " + end,
                "Repeat the call, and ask the user to enter the new code in time.",
                null);
    }
}
