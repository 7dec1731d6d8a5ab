package io.mcpclient.autoconfigure.auth;

import java.net.URI;
import java.util.HashMap;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.env.MockEnvironment;

import io.mcpclient.autoconfigure.settings.BoundProperties;
import io.mcpclient.error.McpConfigurationException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class McpAuthEndpointsTests {

    private final Map<String, String> properties = new HashMap<>();

    private final MockEnvironment environment = new MockEnvironment();

    // AUTH-25, AUTH-41
    @Test
    void whenBaseUrlIsSetThenAllEndpointsAreBelowIt() {
        this.properties.put("mcp.auth.base-url", "https://app.example.com/base/");
        McpAuthEndpoints endpoints = endpoints();
        assertThat(endpoints.callback()).hasToString("https://app.example.com/base/mcp/oauth/callback");
        assertThat(endpoints.begin("id")).isEqualTo("/base/mcp/oauth/authorize/id");
        assertThat(endpoints.clientMetadata())
                .hasToString("https://app.example.com/base/mcp/oauth/client-metadata.json");
    }

    @Test
    void whenBaseUrlIsNotSetThenItIsLocalhostWithoutClientMetadata() {
        McpAuthEndpoints endpoints = endpoints();
        assertThat(endpoints.callback()).hasToString("http://localhost:8080/mcp/oauth/callback");
        assertThat(endpoints.begin("id")).isEqualTo("/mcp/oauth/authorize/id");
        assertThat(endpoints.clientMetadata()).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "server.port, 9090, http://localhost:9090/mcp/oauth/callback",
        "server.servlet.context-path, /app, http://localhost:8080/app/mcp/oauth/callback",
        "spring.webflux.base-path, /app, http://localhost:8080/app/mcp/oauth/callback",
        "server.ssl.bundle, web, https://localhost:8080/mcp/oauth/callback",
        "local.server.port, 4711, http://localhost:4711/mcp/oauth/callback",
    })
    void whenBaseUrlIsNotSetThenItIsDerivedFromServerProperties(String property, String value, URI callback) {
        this.environment.setProperty(property, value);
        assertThat(endpoints().callback()).isEqualTo(callback);
    }

    @Test
    void whenPortIsRandomThenTheCallbackIsKnownOnceTheServerListens() {
        this.environment.setProperty("server.port", "0");
        McpAuthEndpoints endpoints = endpoints();
        assertThatExceptionOfType(McpConfigurationException.class)
                .isThrownBy(endpoints::callback)
                .matches(failure -> failure.property().equals("mcp.auth.base-url"));

        this.environment.setProperty("local.server.port", "4711");
        assertThat(endpoints.callback()).hasToString("http://localhost:4711/mcp/oauth/callback");
    }

    @Test
    void whenClientMetadataIsDisabledThenThereIsNone() {
        this.properties.put("mcp.auth.base-url", "https://app.example.com");
        this.properties.put("mcp.auth.client-metadata.enabled", "false");
        assertThat(endpoints().clientMetadata()).isNull();
    }

    // AUTH-41: https, or this machine
    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://app.example.com",
                "app.example.com",
                "javascript:alert(1)",
                "https://user:canary@app.example.com",
                "https://app.example.com?a=b",
                "https://app.example.com#a",
                "https://app.example.com/a b",
                "https:///path"
            })
    void whenBaseUrlIsInvalidThenItIsRejectedWithoutQuotingIt(String url) {
        this.properties.put("mcp.auth.base-url", url);
        assertThatExceptionOfType(McpConfigurationException.class)
                .isThrownBy(this::endpoints)
                .withMessageNotContaining("canary")
                .matches(failure -> failure.property().equals("mcp.auth.base-url"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "callback", "/", "/a/{id}", "/a/**", "/a?b", "/mcp/oauth/authorize"})
    void whenCallbackPathIsInvalidThenItIsRejected(String path) {
        this.properties.put("mcp.auth.callback.path", path);
        assertThatExceptionOfType(McpConfigurationException.class)
                .isThrownBy(this::endpoints)
                .matches(failure -> failure.property().equals("mcp.auth.callback.path"));
    }

    private McpAuthEndpoints endpoints() {
        return new McpAuthEndpoints(BoundProperties.of(this.properties).auth(), this.environment);
    }
}
