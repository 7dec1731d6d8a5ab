package io.mcpclient.autoconfigure.settings;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.auth.McpAssertionSource;
import io.mcpclient.auth.McpCredentials;
import io.mcpclient.auth.McpDPoPMode;
import io.mcpclient.auth.McpGrantType;
import io.mcpclient.auth.McpOAuthSettings;
import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpTokenAuthMethod;
import io.mcpclient.error.McpConfigurationException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

@Timeout(30)
class AuthMapperTests {

    private static final String CANARY = "canary-4711";

    @Test
    void mapWhenNothingIsSetThenThereIsNoAuthorization() {
        assertThat(map()).isEqualTo(AuthSettings.UNSET);
    }

    // AUTH-01
    @Test
    void mapWhenBearerThenTokenIsSentAsItIs() {
        assertThat(headers("type=bearer", "token=" + CANARY))
                .containsExactly(Map.entry("Authorization", "Bearer " + CANARY));
    }

    @Test
    void mapWhenBasicThenNameAndPasswordAreEncodedAsUtf8() {
        String pair = Base64.getEncoder().encodeToString("jürgen:päss:wort".getBytes(StandardCharsets.UTF_8));
        assertThat(headers("type=basic", "username=jürgen", "password=päss:wort"))
                .containsExactly(Map.entry("Authorization", "Basic " + pair));
    }

    @Test
    void mapWhenApiKeyThenItIsInItsHeader() {
        assertThat(headers("type=api-key", "key=" + CANARY)).containsExactly(Map.entry("X-API-Key", CANARY));
        assertThat(headers("type=api-key", "key=" + CANARY, "header=Api-Token"))
                .containsExactly(Map.entry("Api-Token", CANARY));
    }

    // WIF-04: a file that the platform renews is read when it is needed, and may appear after the start
    @Test
    void mapWhenTokenIsInAFileThenItIsReadWhenItIsNeeded(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("token");
        McpCredentials credentials = credentials(map("type=bearer", "token-file=" + file));
        assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> headers(credentials));

        Files.writeString(file, "late\n");
        assertThat(headers(credentials)).containsEntry("Authorization", "Bearer late");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " \n ", "a\r\nX-Other: 1", "ä"})
    void mapWhenFileHoldsNoTokenThenRequestFailsWithoutIt(String content, @TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("token"), content.replace("a", CANARY));
        McpCredentials credentials = credentials(map("type=bearer", "token-file=" + file));
        assertThatExceptionOfType(RuntimeException.class)
                .isThrownBy(() -> headers(credentials))
                .withMessageNotContaining(CANARY);
    }

    @Test
    void mapWhenDefaultsHaveATokenThenThatOfTheServerTakesPrecedence(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("token"), "shared");
        Map<String, String> properties = properties("type=bearer", "token=own");
        properties.put("mcp.defaults.auth.token-file", file.toString());
        assertThat(headers(credentials(map(properties)))).containsEntry("Authorization", "Bearer own");

        properties.remove("mcp.servers.weather.auth.token");
        assertThat(headers(credentials(map(properties)))).containsEntry("Authorization", "Bearer shared");
    }

    @Test
    void mapWhenDefaultsHaveAnotherTypeThenTheyAreIgnored() {
        Map<String, String> properties = properties("type=api-key", "key=own");
        properties.put("mcp.defaults.auth.type", "bearer");
        properties.put("mcp.defaults.auth.token", "shared");
        assertThat(headers(credentials(map(properties)))).containsExactly(Map.entry("X-API-Key", "own"));
    }

    @Test
    void mapWhenServerHasNoneThenDefaultsDoNotApply() {
        Map<String, String> properties = properties("type=none");
        properties.put("mcp.defaults.auth.type", "bearer");
        properties.put("mcp.defaults.auth.token", "shared");
        assertThat(map(properties).scheme()).isEqualTo(new AuthSettings.None());
    }

    @Test
    void mapWhenDefaultsHaveCredentialsThenStdioServersIgnoreThem() {
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("mcp.servers.weather.command", "java");
        properties.put("mcp.defaults.auth.type", "bearer");
        properties.put("mcp.defaults.auth.token", "shared");
        assertThat(map(properties)).isEqualTo(AuthSettings.UNSET);
    }

    // H25
    @ParameterizedTest
    @CsvSource({
        "http://example.com/mcp, false, false",
        "http://10.0.0.5/mcp, false, false",
        "http://localhost.example.com/mcp, false, false",
        "http://example.com/mcp, true, true",
        "https://example.com/mcp, false, true",
        "http://localhost:8080/mcp, false, true",
        "http://app.localhost/mcp, false, true",
        "http://127.0.0.2/mcp, false, true",
        "http://[::1]:8080/mcp, false, true",
    })
    void mapWhenConnectionIsCleartextThenCredentialsAreRejectedUnlessAllowed(
            String url, boolean allowed, boolean accepted) {
        Map<String, String> properties = properties("type=bearer", "token=" + CANARY, "allow-cleartext=" + allowed);
        properties.put("mcp.servers.weather.url", url);
        if (accepted) {
            assertThat(map(properties).allowCleartext()).isEqualTo(allowed);
            return;
        }
        assertThatExceptionOfType(McpConfigurationException.class)
                .isThrownBy(() -> map(properties))
                .withMessageNotContaining(CANARY)
                .matches(failure -> failure.property().equals("mcp.servers.weather.url"))
                .matches(failure -> Objects.requireNonNull(failure.remedy())
                        .contains("mcp.servers.weather.auth.allow-cleartext=true"));
    }

    // CC-01, CC-02, DPOP-01
    @Test
    void mapWhenAllGrantPropertiesAreSetThenAllAreMapped() {
        McpOAuthSettings settings = oauth(
                "grant=client-credentials",
                "client-id=client",
                "private-key=" + CANARY,
                "token-auth-method=private-key-jwt",
                "signing-algorithm=ES256",
                "assertion-audience=https://auth.example.com/aud",
                "issuer=https://auth.example.com",
                "client-metadata-url=https://app.example.com/client.json",
                "scopes=read,write",
                "scope-selection=only",
                "dpop=required",
                "client-name=App",
                "offline-access=false",
                "trusted-origins=https://auth.example.com,http://10.0.0.1:8080",
                "strict-resource=true",
                "legacy-fallback=true");
        assertThat(settings.grant()).isEqualTo(McpGrantType.CLIENT_CREDENTIALS);
        assertThat(settings.clientId()).isEqualTo("client");
        assertThat(Objects.requireNonNull(settings.privateKey()).get()).isEqualTo(CANARY);
        assertThat(settings.tokenAuthMethod()).isEqualTo(McpTokenAuthMethod.PRIVATE_KEY_JWT);
        assertThat(settings.signingAlgorithm()).isEqualTo("ES256");
        assertThat(settings.assertionAudience()).isEqualTo("https://auth.example.com/aud");
        assertThat(settings.issuer()).isEqualTo("https://auth.example.com");
        assertThat(settings.clientMetadataUrl()).isEqualTo(URI.create("https://app.example.com/client.json"));
        assertThat(settings.scopes()).containsExactly("read", "write");
        assertThat(settings.configuredScopesOnly()).isTrue();
        assertThat(settings.dpop()).isEqualTo(McpDPoPMode.REQUIRED);
        assertThat(settings.clientName()).isEqualTo("App");
        assertThat(settings.offlineAccess()).isFalse();
        assertThat(settings.trustedOrigins())
                .isEqualTo(Set.of(URI.create("https://auth.example.com"), URI.create("http://10.0.0.1:8080")));
        assertThat(settings.strictResource()).isTrue();
        assertThat(settings.legacyFallback()).isTrue();
        assertThat(settings.toString()).doesNotContain(CANARY);
    }

    @Test
    void mapWhenNothingIsSetForOAuthThenDefaultsAreThoseOfTheCore() {
        McpOAuthSettings settings = oauth("redirect-uri=http://localhost:8080/callback", "prompt-timeout=3m");
        McpOAuthSettings expected = McpOAuthSettings.builder()
                .redirectUri(URI.create("http://localhost:8080/callback"))
                .promptTimeout(Duration.ofMinutes(3))
                .store(settings.store())
                .build();
        assertThat(settings).usingRecursiveComparison().isEqualTo(expected);
    }

    // EMA-02, EMA-10
    @Test
    void mapWhenEnterpriseManagedThenIdentityProviderIsTaken() {
        McpOAuthSettings settings = oauth(
                "grant=enterprise-managed",
                "client-id=client",
                "client-secret=secret",
                "issuer=https://auth.example.com",
                "identity-provider.token-endpoint=https://idp.example.com/token",
                "identity-provider.client-id=idp-client",
                "identity-provider.client-secret=" + CANARY,
                "assertion=jwt");
        assertThat(Objects.requireNonNull(settings.identityProvider()).clientId())
                .isEqualTo("idp-client");
        assertThat(settings.identityProvider().tokenEndpoint()).hasToString("https://idp.example.com/token");
        assertThat(Objects.requireNonNull(settings.identityProvider().clientSecret())
                        .get())
                .isEqualTo(CANARY);
        assertThat(settings.toString()).doesNotContain(CANARY);
    }

    // WIF-01, WIF-04
    @Test
    void mapWhenAssertionFileIsSetThenItProvidesTheAssertion(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("jwt"), "a.b.c\n");
        McpOAuthSettings settings = oauth("grant=jwt-bearer", "assertion-file=" + file, "issuer=any");
        McpAssertionSource.Request request =
                new McpAssertionSource.Request("weather", McpPrincipal.APPLICATION, "https://auth", "https://resource");
        assertThat(Objects.requireNonNull(settings.assertions())
                        .assertion(request)
                        .block())
                .isEqualTo("a.b.c");
    }

    @Test
    void mapWhenRegistrationIdIsSetThenItIsMapped() {
        assertThat(map("type=oauth2", "registration-id=github").scheme())
                .isInstanceOfSatisfying(
                        AuthSettings.Registration.class,
                        registration -> assertThat(registration.id().value()).isEqualTo("github"));
    }

    @Test
    void toStringShowsNoSecret() {
        assertThat(map("type=bearer", "token=" + CANARY).toString()).doesNotContain(CANARY);
        assertThat(map("type=basic", "username=a", "password=" + CANARY).toString())
                .doesNotContain(CANARY);
        assertThat(map("type=oauth2", "client-id=a", "client-secret=" + CANARY, "issuer=any")
                        .toString())
                .doesNotContain(CANARY);
    }

    record Wrong(String key, String problem, String... properties) {

        @Override
        public String toString() {
            return this.key + " " + Arrays.toString(this.properties).replaceAll("\\s", " ");
        }
    }

    static Stream<Wrong> wrong() {
        return Stream.of(
                new Wrong("type", "is missing, while auth.token is set", "token=" + CANARY),
                new Wrong("type", "is missing, while auth.issuer is set", "issuer=https://auth"),
                new Wrong("token", "is missing, while auth.type is bearer", "type=bearer"),
                new Wrong("token", "is missing", "type=bearer", "token="),
                new Wrong("token", "is set together with", "type=bearer", "token=" + CANARY, "token-file=/t"),
                new Wrong("token", "begins with \"Bearer\"", "type=bearer", "token=bearer " + CANARY),
                new Wrong("token", "line break", "type=bearer", "token=" + CANARY + "\r\nX-Other: 1"),
                new Wrong("token-file", "is not a file path", "type=bearer", "token-file=/\0x"),
                new Wrong("token", "is set, but mcp.servers.weather.auth.type is none", "type=none", "token=" + CANARY),
                new Wrong("password", "is set, but", "type=bearer", "token=a", "password=" + CANARY),
                new Wrong("client-id", "is set, but", "type=basic", "username=a", "password=b", "client-id=c"),
                new Wrong("username", "is missing", "type=basic", "password=" + CANARY),
                new Wrong("username", "contains a colon", "type=basic", "username=a:b", "password=" + CANARY),
                new Wrong("password", "is missing", "type=basic", "username=a"),
                new Wrong("password", "is set together", "type=basic", "username=a", "password=b", "password-file=/p"),
                new Wrong("key", "is missing", "type=api-key"),
                new Wrong("key", "illegal character", "type=api-key", "key=ä" + CANARY),
                new Wrong("header", "is not a header", "type=api-key", "key=" + CANARY, "header=X Key"),
                new Wrong("header", "is not a header", "type=api-key", "key=" + CANARY, "header=Host"),
                new Wrong("header", "is not a header", "type=api-key", "key=" + CANARY, "header=MCP-Session-Id"),
                wrongOAuth("client-id", "is set together with", "registration-id=a", "client-id=b"),
                new Wrong("scope-selection", "is set, but", "type=bearer", "token=a", "scope-selection=only"),
                wrongOAuth("scope-selection", "is set together with", "registration-id=a", "scope-selection=only"),
                wrongOAuth(
                        "scope-selection",
                        "is add, but auth.grant is token-exchange",
                        "grant=token-exchange",
                        "issuer=any",
                        "scope-selection=add"),
                wrongOAuth(
                        "offline-access",
                        "is true, but auth.scope-selection is only",
                        "scope-selection=only",
                        "offline-access=true"),
                wrongOAuth("client-id", "is missing, while auth.client-secret is set", "client-secret=" + CANARY),
                wrongOAuth("client-id", "is missing, while auth.private-key is set", "private-key=" + CANARY),
                wrongOAuth(
                        "client-id", "is missing, while auth.grant is client-credentials", "grant=client-credentials"),
                wrongOAuth("client-secret", "is missing", "grant=client-credentials", "client-id=a"),
                wrongOAuth(
                        "client-secret", "is set together", "client-id=a", "client-secret=b", "client-secret-file=/c"),
                wrongOAuth("token-auth-method", "there is no key", "client-id=a", "token-auth-method=private-key-jwt"),
                wrongOAuth(
                        "token-auth-method",
                        "there is no secret",
                        "client-id=a",
                        "token-auth-method=client-secret-post"),
                wrongOAuth("token-auth-method", "is none", "client-id=a", "client-secret=b", "token-auth-method=none"),
                wrongOAuth("signing-algorithm", "no key to sign with", "signing-algorithm=ES256"),
                wrongOAuth("assertion-audience", "no key to sign with", "assertion-audience=a"),
                wrongOAuth("issuer", "while auth.client-secret is set", "client-id=a", "client-secret=" + CANARY),
                wrongOAuth("issuer", "while auth.grant is jwt-bearer", "grant=jwt-bearer", "assertion=" + CANARY),
                wrongOAuth("issuer", "while auth.grant is token-exchange", "grant=token-exchange"),
                wrongOAuth("issuer", "is not an https URL", "issuer=http://auth.example.com"),
                wrongOAuth("issuer", "is not an https URL", "issuer=https://user:" + CANARY + "@auth.example.com"),
                wrongOAuth("issuer", "is not an https URL", "issuer=nonsense nonsense"),
                wrongOAuth("issuer", "an underscore is not allowed in the host", "issuer=http://auth_server:9000"),
                wrongOAuth(
                        "redirect-uri",
                        "an underscore is not allowed in the host",
                        "redirect-uri=https://app_1/callback"),
                wrongOAuth(
                        "trusted-origins",
                        "an underscore is not allowed in the host",
                        "trusted-origins=https://auth_server"),
                wrongOAuth("client-metadata-url", "has no path", "client-metadata-url=https://app.example.com/"),
                wrongOAuth(
                        "client-metadata-url", "is not an https URL", "client-metadata-url=http://app.example.com/a"),
                wrongOAuth("redirect-uri", "is not an https URL", "redirect-uri=javascript:alert(1)"),
                wrongOAuth("redirect-uri", "is not an https URL", "redirect-uri=http://app.example.com/callback"),
                wrongOAuth("redirect-uri", "auth.grant is jwt-bearer", "grant=jwt-bearer", "redirect-uri=https://a/b"),
                wrongOAuth("assertion", "auth.grant is authorization-code", "assertion=" + CANARY),
                wrongOAuth("assertion", "is set together", "grant=jwt-bearer", "assertion=a", "assertion-file=/b"),
                wrongOAuth("scopes", "which is not a scope", "scopes=read write"),
                wrongOAuth("scopes", "which is not a scope", "scopes=a\"b"),
                wrongOAuth("trusted-origins", "not an origin", "trusted-origins=https://auth.example.com/path"),
                wrongOAuth("trusted-origins", "not an origin", "trusted-origins=auth.example.com"),
                wrongOAuth("prompt-timeout", "is PT0S", "prompt-timeout=0"),
                wrongOAuth("prompt-timeout", "is PT24H", "prompt-timeout=1d"),
                wrongOAuth(
                        "identity-provider.client-id",
                        "auth.grant is authorization-code",
                        "identity-provider.client-id=a"),
                wrongOAuth("identity-provider.token-endpoint", "is missing", "grant=enterprise-managed"),
                wrongOAuth(
                        "identity-provider.client-id",
                        "is missing",
                        "grant=enterprise-managed",
                        "identity-provider.token-endpoint=https://idp"));
    }

    private static Wrong wrongOAuth(String key, String problem, String... properties) {
        return new Wrong(
                key,
                problem,
                Stream.concat(Stream.of("type=oauth2"), Arrays.stream(properties))
                        .toArray(String[]::new));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void mapWhenSettingIsInvalidThenItIsNamedWithoutSecrets(Wrong wrong) {
        McpConfigurationException failure =
                catchThrowableOfType(McpConfigurationException.class, () -> map(wrong.properties()));
        assertThat(failure.property()).isEqualTo("mcp.servers.weather.auth." + wrong.key());
        assertThat(failure.problem()).contains(wrong.problem());
        assertThat(failure.remedy()).isNotBlank();
        assertThat(failure).hasMessageNotContaining(CANARY);
    }

    // H31
    @ParameterizedTest
    @CsvSource({
        "servers.weather, Authorization, type=bearer|token=a, Authorization",
        "servers.weather, authorization, type=basic|username=a|password=b, Authorization",
        "servers.weather, AUTHORIZATION, type=oauth2, Authorization",
        "defaults, Authorization, type=oauth2|registration-id=a, Authorization",
        "defaults, x-api-key, type=api-key|key=a, X-API-Key",
        "servers.weather, Authorization, type=api-key|key=a, Authorization",
    })
    void mapWhenHeaderIsSetTwiceThenItIsRefused(String where, String header, String auth, String named) {
        Map<String, String> properties = properties(auth.split("\\|"));
        properties.put("mcp." + where + ".headers." + header, CANARY);
        assertThatExceptionOfType(McpConfigurationException.class)
                .isThrownBy(() -> map(properties))
                .withMessageNotContaining(CANARY)
                .matches(failure -> failure.property().equals("mcp." + where + ".headers." + named));
    }

    static Stream<String> keys() {
        return Stream.concat(
                Stream.of("type=bearer", "allow-cleartext=true", "per-principal=true"),
                AuthKey.ALL.stream()
                        .filter(key -> !key.name().equals("authorization-parameters")) // a map
                        .map(key -> key.name() + "=" + value(key.name())));
    }

    private static String value(String key) {
        return switch (key) {
            case "grant" -> "jwt-bearer";
            case "token-auth-method" -> "none";
            case "dpop" -> "off";
            case "offline-access", "strict-resource", "legacy-fallback" -> "true";
            case "prompt-timeout" -> "1m";
            case "pkce" -> "assumed";
            case "resource" -> "never";
            case "token-type" -> "strict";
            case "scope-selection" -> "only";
            default -> CANARY;
        };
    }

    // AUTH-01: processes take credentials from their environment
    @ParameterizedTest
    @MethodSource("keys")
    void mapWhenServerIsAProcessThenNoKeyMayBeSet(String property) {
        String key = property.substring(0, property.indexOf('='));
        assertThatExceptionOfType(McpConfigurationException.class)
                .isThrownBy(() -> map(Map.of(
                        "mcp.servers.weather.command",
                        "java",
                        "mcp.servers.weather.auth." + key,
                        property.substring(property.indexOf('=') + 1))))
                .withMessageContaining("is set together with mcp.servers.weather.command")
                .withMessageNotContaining(CANARY)
                .matches(failure -> failure.property().equals("mcp.servers.weather.auth." + key));
    }

    private static AuthSettings map(String... auth) {
        return map(properties(auth));
    }

    private static AuthSettings map(Map<String, String> properties) {
        return Objects.requireNonNull(BoundProperties.settings(properties).get("weather"))
                .auth();
    }

    private static Map<String, String> properties(String... auth) {
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("mcp.servers.weather.url", "https://example.com/mcp");
        for (String property : auth) {
            int end = property.indexOf('=');
            properties.put("mcp.servers.weather.auth." + property.substring(0, end), property.substring(end + 1));
        }
        return properties;
    }

    private static McpOAuthSettings oauth(String... auth) {
        List<String> all =
                Stream.concat(Stream.of("type=oauth2"), Arrays.stream(auth)).toList();
        AuthSettings.OAuth scheme =
                (AuthSettings.OAuth) map(all.toArray(String[]::new)).scheme();
        McpOAuthSettings.Builder builder = McpOAuthSettings.builder();
        scheme.settings().accept(builder);
        return builder.build();
    }

    private static McpCredentials credentials(AuthSettings settings) {
        return ((AuthSettings.Simple) settings.scheme()).credentials();
    }

    private static Map<String, String> headers(String... auth) {
        return headers(credentials(map(auth)));
    }

    private static Map<String, String> headers(McpCredentials credentials) {
        return Objects.requireNonNull(credentials
                .headers(new McpCredentials.Request("weather", McpPrincipal.APPLICATION, false))
                .block());
    }
}
