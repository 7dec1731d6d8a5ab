package io.mcpclient.internal.oauth;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.auth.HttpAuthorization;
import io.mcpclient.auth.McpGrantType;
import io.mcpclient.auth.McpIdentityProvider;
import io.mcpclient.auth.McpOAuthProvider;
import io.mcpclient.auth.McpOAuthSettings;
import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpTokenAuthMethod;
import io.mcpclient.auth.ProtectedServer;
import io.mcpclient.error.McpConfigurationException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

class McpOAuthTests {

    private static final URI PROVIDER = URI.create("https://idp.example.com/token");

    private static Arguments wrong(String property, UnaryOperator<McpOAuthSettings.Builder> change) {
        return arguments(property, change);
    }

    static Stream<Arguments> wrongSettings() {
        return Stream.of(
                wrong("auth.grant", builder -> builder.prompt(null)),
                wrong("auth.redirect-uri", builder -> builder.prompt(request -> Mono.never())),
                wrong("auth.redirect-uri", builder -> builder.redirectUri(URI.create("http://app.example.com/cb"))),
                wrong("auth.redirect-uri", builder -> builder.redirectUri(URI.create("myapp:/cb"))),
                wrong("auth.client-id", builder -> builder.grant(McpGrantType.CLIENT_CREDENTIALS)),
                wrong("auth.client-secret", builder -> builder.grant(McpGrantType.CLIENT_CREDENTIALS)
                        .clientId("c")),
                wrong("auth.identity-provider.token-endpoint", builder -> builder.grant(McpGrantType.ENTERPRISE_MANAGED)
                        .clientId("c")),
                wrong("auth.identity-provider.token-endpoint", builder -> builder.grant(McpGrantType.ENTERPRISE_MANAGED)
                        .clientId("c")
                        .identityProvider(
                                new McpIdentityProvider(URI.create("http://idp.example.com/token"), "c", null))),
                wrong("auth.client-id", builder -> builder.grant(McpGrantType.ENTERPRISE_MANAGED)
                        .identityProvider(new McpIdentityProvider(PROVIDER, "c", null))),
                wrong("auth.assertion", builder -> builder.grant(McpGrantType.JWT_BEARER)),
                wrong("auth.client-secret", builder -> builder.clientSecret(() -> "s")),
                wrong("auth.issuer", builder -> builder.clientId("c").clientSecret(() -> "s")),
                wrong("auth.issuer", builder -> builder.grant(McpGrantType.CLIENT_CREDENTIALS)
                        .clientId("c")
                        .clientSecret(() -> "s")),
                wrong("auth.issuer", builder -> builder.grant(McpGrantType.ENTERPRISE_MANAGED)
                        .identityProvider(new McpIdentityProvider(PROVIDER, "c", null))
                        .clientId("c")
                        .clientSecret(() -> "s")),
                wrong("auth.issuer", builder -> builder.grant(McpGrantType.TOKEN_EXCHANGE)),
                wrong("auth.issuer", builder -> builder.grant(McpGrantType.JWT_BEARER)
                        .assertions(request -> Mono.just("jwt"))),
                wrong("auth.private-key", builder -> builder.privateKey(() -> "k")),
                wrong("auth.token-auth-method", builder -> builder.clientId("c")
                        .tokenAuthMethod(McpTokenAuthMethod.PRIVATE_KEY_JWT)),
                wrong("auth.token-auth-method", builder -> builder.clientId("c")
                        .tokenAuthMethod(McpTokenAuthMethod.CLIENT_SECRET_POST)),
                wrong(
                        "auth.client-metadata-url",
                        builder -> builder.clientMetadataUrl(URI.create("https://app.example.com/"))),
                wrong(
                        "auth.client-metadata-url",
                        builder -> builder.clientMetadataUrl(URI.create("http://app.example.com/client.json"))));
    }

    // AUTH-30, AUTH-32, H28: nothing secret is sent to whom the server names
    // AUTH-21, AUTH-25, AUTH-37, CC-01, CC-02, EMA-03, EMA-07, EMA-09, WIF-01: found before anything is sent
    @ParameterizedTest(name = "{0}")
    @MethodSource("wrongSettings")
    void invalidSettingIsReportedWithItsProperty(String property, UnaryOperator<McpOAuthSettings.Builder> change) {
        McpOAuthSettings settings =
                change.apply(McpOAuthSettings.builder().prompt(new Browser())).build();

        McpConfigurationException error =
                catchThrowableOfType(McpConfigurationException.class, () -> McpClient.builder("weather")
                        .url("https://mcp.example.com/mcp")
                        .oauth(settings));

        assertThat(error.property()).isEqualTo(property);
        assertThat(error.remedy()).isNotBlank();
    }

    @Test
    void defaultsWithAPromptAreValid() {
        McpOAuthSettings settings =
                McpOAuthSettings.builder().prompt(new Browser()).build();

        assertThatCode(() -> new McpOAuth().check("weather", settings)).doesNotThrowAnyException();
    }

    @Test
    void anyIssuerIsAcceptedIfConfigured() {
        McpOAuthSettings settings = McpOAuthSettings.builder()
                .grant(McpGrantType.CLIENT_CREDENTIALS)
                .clientId("c")
                .clientSecret(() -> "s")
                .issuer(McpOAuthSettings.ANY_ISSUER)
                .build();

        assertThatCode(() -> new McpOAuth().check("weather", settings)).doesNotThrowAnyException();
        assertThat(settings.requiredIssuer()).isNull();
    }

    /** Loads the entry class in a class loader without the library. */
    private static final class WithoutNimbus extends ClassLoader {

        WithoutNimbus() {
            super(McpOAuthTests.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("com.nimbusds.")) {
                throw new ClassNotFoundException(name);
            }
            if (!name.equals(McpOAuth.class.getName())) {
                return super.loadClass(name, resolve);
            }
            try (InputStream bytes = getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] code = bytes.readAllBytes();
                return defineClass(name, code, 0, code.length);
            } catch (IOException ex) {
                throw new ClassNotFoundException(name, ex);
            }
        }
    }

    // the library is optional: an error names the missing dependency
    @Test
    void missingOAuthLibraryIsReported() throws Exception {
        McpOAuthSettings settings =
                McpOAuthSettings.builder().prompt(new Browser()).build();
        McpOAuthProvider provider = (McpOAuthProvider) new WithoutNimbus()
                .loadClass(McpOAuth.class.getName())
                .getConstructor()
                .newInstance();

        assertThat(catchThrowableOfType(McpConfigurationException.class, () -> provider.check("weather", settings)))
                .hasMessageContaining("auth.type")
                .hasMessageContaining("com.nimbusds:oauth2-oidc-sdk");
    }

    // faults H14, H26: connections come and go
    @Test
    void connectionsOfOnePrincipalShareAnAuthorization() {
        AtomicInteger made = new AtomicInteger();
        McpOAuthSettings settings =
                McpOAuthSettings.builder().prompt(new Browser()).build();
        SharedAuthorizations provider = new SharedAuthorizations(server -> {
            made.incrementAndGet();
            return new McpOAuth().provider(settings).create(server);
        });
        HttpAuthorization first = provider.create(server("alice"));
        first.close();
        first.close();
        provider.create(server("alice"));
        assertThat(made).hasValue(1);

        provider.create(server("bob"));
        assertThat(made).hasValue(2);
    }

    private static ProtectedServer server(String principal) {
        return new ProtectedServer(
                "weather",
                URI.create("https://mcp.example.com/mcp"),
                () -> McpPrincipal.of(principal),
                null,
                Duration.ofSeconds(10));
    }
}
