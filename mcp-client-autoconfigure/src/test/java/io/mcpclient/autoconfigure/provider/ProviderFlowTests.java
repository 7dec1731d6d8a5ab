package io.mcpclient.autoconfigure.provider;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.MapPropertySource;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClients;
import io.mcpclient.auth.McpAuthorizationPrompt;
import io.mcpclient.auth.McpAuthorizationRequest;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.error.McpAuthorizationException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** One application with a server of each provider: from the first 401 to a call, over an expiry and a revoked consent. */
@Timeout(120)
class ProviderFlowTests {

    private static final String ONLINE = "google-online";

    private static final Map<String, ProviderSimulation> PROVIDERS = new LinkedHashMap<>();

    private static final AnnotationConfigApplicationContext APPLICATION = new AnnotationConfigApplicationContext();

    /**
     * A provider whose server is configured otherwise.
     * @param expected part of the error
     */
    private record Variation(
            String provider, String change, UnaryOperator<ProviderSimulation> setting, String expected) {

        static Variation without(String provider, String settings, String expected) {
            return new Variation(
                    provider, "without " + settings, simulation -> simulation.withoutSettings(settings), expected);
        }

        static Variation with(String provider, String setting, String value, String expected) {
            return new Variation(
                    provider, "with " + setting, simulation -> simulation.setting(setting, value), expected);
        }

        String server() {
            return this.provider + "-" + this.change.replaceAll("[ .]", "-");
        }

        @Override
        public String toString() {
            return this.provider + " " + this.change;
        }
    }

    static List<Variation> variations() {
        return List.of(
                Variation.without("google", "auth.trusted-origins", "auth.trusted-origins"),
                Variation.without("google", "auth.scopes", "Missing required parameter: scope"),
                Variation.without("entra", "auth.pkce", "auth.pkce"),
                Variation.without("entra", "auth.resource", "auth.resource"),
                Variation.without("entra-organizations", "auth.metadata-url", "{tenantid}"),
                Variation.without("slack", "auth.trusted-origins", "auth.trusted-origins"),
                Variation.with("slack", "auth.token-type", "strict", "token_type"),
                Variation.with("slack", "auth.client-secret", "wrong-secret", "bad_client_secret"),
                Variation.without("github-app", "auth.client", "auth.client-id"),
                Variation.with("github-app", "auth.client-secret", "wrong-secret", "incorrect_client_credentials"),
                Variation.without("auth0-audience", "auth.authorization-parameters", "auth.authorization-parameters"),
                Variation.without("okta", "auth.client", "auth.client-id"),
                Variation.without("okta", "auth.scopes", "auth.scopes"),
                Variation.without("cognito", "auth.trusted-origins", "auth.trusted-origins"),
                Variation.without("cognito", "auth.pkce", "auth.pkce"),
                Variation.without("cognito", "auth.resource", "auth.resource"),
                Variation.without("atlassian", "auth.issuer", "auth.issuer"),
                Variation.without("atlassian-v1", "auth.metadata-url", "auth.metadata-url"));
    }

    static Set<String> providers() {
        return Providers.all().keySet();
    }

    @BeforeAll
    static void start() {
        Map<String, Object> properties = new LinkedHashMap<>();
        Providers.all().forEach((name, provider) -> add(name, provider.get(), properties));
        for (Variation variation : variations()) {
            ProviderSimulation provider =
                    Providers.all().get(variation.provider()).get();
            add(variation.server(), variation.setting().apply(provider), properties);
        }
        add(ONLINE, Providers.google().withoutSettings("auth.authorization-parameters"), properties);
        properties.put("mcp.defaults.start", "lazy");
        properties.put("mcp.defaults.connect-timeout", "60s");
        properties.put("mcp.defaults.request-timeout", "60s");
        APPLICATION.getEnvironment().getPropertySources().addFirst(new MapPropertySource("providers", properties));
        APPLICATION.register(Application.class);
        APPLICATION.refresh();
    }

    private static void add(String name, ProviderSimulation provider, Map<String, Object> properties) {
        PROVIDERS.put(name, provider);
        properties.putAll(provider.properties(name));
    }

    @AfterAll
    static void stop() {
        APPLICATION.close();
        PROVIDERS.values().forEach(ProviderSimulation::close);
    }

    private static void call(String server) {
        APPLICATION.getBean(McpClients.class).get(server).callTool("echo", Map.of());
    }

    private static ProviderSimulation provider(String server) {
        return Objects.requireNonNull(PROVIDERS.get(server));
    }

    @ParameterizedTest
    @MethodSource("providers")
    void whenProviderIsConfiguredThenUsersConsentOnceUntilTheyRevokeIt(String name) {
        ProviderSimulation provider = provider(name);

        call(name);
        assertThat(provider.consents()).isEqualTo(provider.firstConsents());

        if (provider.isRefreshing()) {
            provider.expireAccessTokens();
            call(name);
            assertThat(provider.endpoints().tokenRequests("refresh_token")).isNotEmpty();
            assertThat(provider.consents()).isEqualTo(provider.firstConsents());
        }

        provider.revokeConsent();
        call(name);
        assertThat(provider.consents()).isGreaterThan(provider.firstConsents());
        assertThat(provider.endpoints().complaints()).isEmpty();
        assertThat(provider.resource().complaints()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("variations")
    void whenSettingIsMissingOrWrongThenTheErrorNamesTheCause(Variation variation) {
        McpAuthorizationException error =
                catchThrowableOfType(McpAuthorizationException.class, () -> call(variation.server()));

        assertThat(Stream.iterate((Throwable) error, Objects::nonNull, Throwable::getCause)
                        .map(Throwable::getMessage))
                .anyMatch(message -> message.contains(variation.expected()));
    }

    @Test
    void whenGoogleIsNotAskedForOfflineAccessThenUsersConsentAtEachExpiry() {
        call(ONLINE);
        provider(ONLINE).expireAccessTokens();
        call(ONLINE);

        assertThat(provider(ONLINE).consents()).isEqualTo(2);
        assertThat(provider(ONLINE).endpoints().tokenRequests("refresh_token")).isEmpty();
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(McpClientAutoConfiguration.class)
    static class Application {

        @Bean
        McpAuthorizationPrompt browser() {
            return new Browser();
        }
    }

    /** A user who agrees at once, in a browser that shows where it is sent. */
    private static final class Browser implements McpAuthorizationPrompt {

        private static final Duration LIMIT = Duration.ofSeconds(60);

        private final HttpClient http =
                HttpClient.newBuilder().connectTimeout(LIMIT).build();

        @Override
        public Mono<URI> prompt(McpAuthorizationRequest request) {
            HttpRequest page =
                    HttpRequest.newBuilder(request.url()).timeout(LIMIT).build();
            return Mono.fromFuture(() -> this.http.sendAsync(page, BodyHandlers.ofString()))
                    .map(Browser::location);
        }

        private static URI location(HttpResponse<String> page) {
            return page.headers()
                    .firstValue("Location")
                    .map(URI::create)
                    .orElseThrow(() -> new IllegalStateException("the page shows: " + page.body()));
        }

        @Override
        public URI redirectUri() {
            return URI.create(ProviderSimulation.REDIRECT_URI);
        }
    }
}
