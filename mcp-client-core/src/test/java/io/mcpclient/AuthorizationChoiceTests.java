package io.mcpclient;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.HttpAuthorization;
import io.mcpclient.auth.McpSchemes;
import io.mcpclient.error.McpConfigurationException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Which credentials go together with which settings: AUTH-01, AUTH-51, faults H25, H31. */
class AuthorizationChoiceTests {

    private static final String SECRET = "s3cret-of-this-test";

    private static final HttpAuthorization.Provider NEVER_ASKED = server -> {
        throw new AssertionError("nothing is called here");
    };

    private static McpClientBuilder to(String url) {
        return McpClient.builder("weather").url(url);
    }

    private static McpClientBuilder withToken(McpClientBuilder builder) {
        return builder.credentials(McpSchemes.bearer(() -> SECRET));
    }

    private static void assertRefused(McpClientBuilder builder, String property, String text) {
        assertThatThrownBy(builder::build)
                .isInstanceOfSatisfying(McpConfigurationException.class, refused -> assertThat(refused.property())
                        .isEqualTo(property))
                .hasMessageContaining("MCP server \"weather\"")
                .hasMessageContaining(text)
                .hasMessageNotContaining(SECRET);
    }

    private static void assertBuilds(McpClientBuilder builder) {
        assertThatCode(() -> builder.build().close()).doesNotThrowAnyException();
    }

    // fault H25
    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://mcp.example.com/mcp",
                "HTTP://10.0.0.1/mcp",
                "http://127.0.0.1.example.com/mcp",
                "http://localhost.example.com/mcp",
                "http://[fe80::1]/mcp"
            })
    void buildWithCredentialsForARemoteHostWithoutTlsIsRejectedUnlessAllowed(String url) {
        assertRefused(withToken(to(url)), "url", "auth.allow-cleartext");
        assertRefused(
                to(url).http(http -> http.withHeader("authorization", "Bearer " + SECRET)),
                "url",
                "auth.allow-cleartext");
        assertRefused(to(url).authorization(NEVER_ASKED), "url", "auth.allow-cleartext");
        assertBuilds(withToken(to(url)).allowCleartextCredentials());
        assertBuilds(to(url));
    }

    // fault H25: regardless of the name of the header or parameter that holds the credential
    @ParameterizedTest
    @ValueSource(strings = {"X-Api-Key", "Private-Token", "x-auth", "Cookie", "X-Amz-Security-Token", "X-Session"})
    void buildWithASecretHeaderForARemoteHostWithoutTlsIsRejectedUnlessAllowed(String header) {
        String url = "http://mcp.example.com/mcp";

        assertRefused(to(url).http(http -> http.withHeader(header, SECRET)), "url", "auth.allow-cleartext");
        assertBuilds(to(url).http(http -> http.withHeader(header, SECRET)).allowCleartextCredentials());
        assertBuilds(to("https://mcp.example.com/mcp").http(http -> http.withHeader(header, SECRET)));
        assertBuilds(to(url).http(http -> http.withHeader("X-Tenant", "acme")));
    }

    // fault H25
    @ParameterizedTest
    @ValueSource(strings = {"token", "api_key", "apiKey", "sig", "client-secret", "%74oken", "code", "session_id"})
    void buildWithASecretInARemoteUrlWithoutTlsIsRejectedUnlessAllowed(String parameter) {
        String address = "://mcp.example.com/mcp?tenant=a&" + parameter + "=" + SECRET;

        assertRefused(to("http" + address), "url", "auth.allow-cleartext");
        assertBuilds(to("http" + address).allowCleartextCredentials());
        assertBuilds(to("https" + address));
        assertBuilds(to("http://localhost/mcp?" + parameter + "=" + SECRET));
    }

    // fault H25
    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://mcp.example.com/mcp",
                "HTTPS://mcp.example.com/mcp",
                "http://localhost:8080/mcp",
                "http://LOCALHOST:8080/mcp",
                "http://my.localhost:8080/mcp",
                "http://127.0.0.1:8080/mcp",
                "http://127.3.4.5/mcp",
                "http://[::1]:8080/mcp"
            })
    void buildWithCredentialsForLocalhostOrOverTlsSucceeds(String url) {
        assertBuilds(withToken(to(url)));
        assertBuilds(to(url).http(http -> http.withHeader("Authorization", "Bearer " + SECRET)));
    }

    // fault H31: there is one that says who calls
    @ParameterizedTest
    @ValueSource(strings = {"Authorization", "AUTHORIZATION"})
    void buildWithAuthAndAnAuthorizationHeaderIsRejected(String header) {
        McpClientBuilder builder = to("https://a.example/mcp").http(http -> http.withHeader(header, "Basic " + SECRET));

        assertRefused(withToken(builder), "headers.Authorization", "together with auth");
        assertRefused(builder.authorization(NEVER_ASKED), "headers.Authorization", "together with auth");
        assertRefused(
                builder.credentials(McpSchemes.apiKey("X-Key", () -> SECRET)),
                "headers.Authorization",
                "together with auth");
        assertRefused(builder.credentials(request -> Mono.empty()), "headers.Authorization", "together with auth");
    }

    // fault H31
    @Test
    void buildWithAnApiKeyAndAHeaderOfTheSameNameIsRejected() {
        McpClientBuilder builder =
                to("https://a.example/mcp").credentials(McpSchemes.apiKey("X-Api-Key", () -> SECRET));

        assertBuilds(builder.http(http -> http.withHeader("X-Tenant", "acme")));
        assertRefused(
                builder.http(http -> http.withHeader("x-api-key", SECRET)), "headers.X-Api-Key", "together with auth");
    }

    // AUTH-51, fault H31: tokens are never in URLs
    @ParameterizedTest
    @ValueSource(strings = {"access_token", "token", "api_key", "API-Key", "apikey", "client_secret", "key"})
    void buildWithAuthAndACredentialInTheUrlIsRejected(String parameter) {
        String url = "https://a.example/mcp?tenant=a&" + parameter + "=" + SECRET;

        assertRefused(withToken(to(url)), "url", "has a credential in its query");
        assertBuilds(to(url));
        assertBuilds(withToken(to("https://a.example/mcp?tenant=a&tokens=3")));
    }

    // AUTH-01: processes take credentials from their environment
    @Test
    void buildWithAuthForAStdioServerIsRejected() {
        assertRefused(withToken(McpClient.builder("weather").command("server")), "auth", "environment variables");
    }

    // AUTH-01: other transports have ways of their own
    @Test
    void buildWithAuthForACustomTransportIsRejected() {
        assertRefused(withToken(McpClient.builder("weather").transport(context -> Mono.empty())), "auth", "transport");
    }

    // the last one counts
    @ParameterizedTest
    @CsvSource({"X-Key, Authorization", "Authorization, X-Key"})
    void credentialsReplacePreviouslySetCredentials(String before, String after) {
        McpClientBuilder builder = to("https://a.example/mcp")
                .credentials(McpSchemes.apiKey(before, () -> SECRET))
                .credentials(McpSchemes.apiKey(after, () -> SECRET));

        assertRefused(builder.http(http -> http.withHeader(after, SECRET)), "headers." + after, "together with auth");
    }
}
