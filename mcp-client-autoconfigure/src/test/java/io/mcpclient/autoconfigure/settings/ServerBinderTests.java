package io.mcpclient.autoconfigure.settings;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.autoconfigure.properties.ServerBinder;
import io.mcpclient.error.McpConfigurationException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Settings of servers that are given at run time. */
class ServerBinderTests {

    @Test
    void defaultClientCertificateIsInheritedOnlyWithCredentials() {
        Map<String, ?> properties = Map.of(
                "mcp.defaults.ssl.bundle", "corporate",
                "mcp.defaults.proxy.host", "proxy.example.com",
                "mcp.defaults.proxy.port", "3128",
                "mcp.defaults.proxy.username", "user",
                "mcp.defaults.proxy.password", "password");
        ServerSettings tenant = added(properties, Map.of("url", "https://tenant.example.com"));
        assertThat(tenant.sslBundle()).isNull();
        assertThat(tenant.http().proxy()).isNotNull();
        assertThat(added(properties, Map.of("url", "https://own.example.com", "inherit-credentials", true))
                        .sslBundles())
                .containsExactly("corporate");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://localhost:1/mcp",
                "http://LOCALHOST.:1",
                "http://127.0.0.1",
                "http://[::1]",
                "https://169.254.169.254/latest",
                "https://[::ffff:10.0.0.1]"
            })
    void nonPublicAddressIsRejectedIfOnlyPublicOnesAreAllowed(String url) {
        Map<String, ?> properties = Map.of("mcp.defaults.public-addresses-only", "true");
        assertThatExceptionOfType(McpConfigurationException.class)
                .isThrownBy(() -> added(properties, Map.of("url", url)))
                .withMessageContaining("mcp.servers.server.url has an address that is not public")
                .withMessageContaining("mcp.defaults.public-addresses-only is true");
        assertThat(added(properties, Map.of("url", url, "public-addresses-only", false))
                        .http()
                        .publicAddressesOnly())
                .isFalse();
        assertThat(added(properties, Map.of("url", "https://tenant.example.com"))
                        .http()
                        .publicAddressesOnly())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"inherit-credentials", "inheritCredentials", "INHERIT_CREDENTIALS"})
    void emptyValueDoesNotInheritCredentials(String key) {
        Map<String, ?> properties = Map.of("mcp.defaults.ssl.bundle", "corporate");
        Map<String, ?> given = Map.of("url", "https://tenant.example.com", key, "");
        assertThat(added(properties, given).sslBundles()).isEmpty();
        given = Map.of("url", "https://tenant.example.com", key, "true");
        assertThat(added(properties, given).sslBundles()).containsExactly("corporate");
    }

    @Test
    void groupsOfSettingsMayBeMaps() {
        ServerSettings server = added(
                Map.of(),
                Map.of(
                        "url", "https://tenant.example.com",
                        "auth", Map.of("type", "bearer", "token", "${s3cret}"),
                        "retry", Map.of("max-attempts", 2),
                        "headers", Map.of("X-Tenant", "acme")));
        assertThat(server.auth().scheme()).isInstanceOf(AuthSettings.Simple.class);
        assertThat(server.client().retry().maxAttempts()).isEqualTo(2);
        assertThat(server.http().headers()).containsEntry("X-Tenant", "acme");
        assertThatExceptionOfType(McpConfigurationException.class)
                .isThrownBy(() -> ServerBinder.bind("server", Map.of("auth", Map.of("tokn", "s3cret"))))
                .withMessageContaining("mcp.servers.server.auth.tokn is not a setting of a server")
                .withMessageNotContaining("s3cret");
    }

    private static ServerSettings added(Map<String, ?> properties, Map<String, ?> given) {
        return BoundProperties.mapper(properties).map("server", ServerBinder.bind("server", given));
    }
}
