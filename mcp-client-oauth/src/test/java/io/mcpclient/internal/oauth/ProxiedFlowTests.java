package io.mcpclient.internal.oauth;

import java.net.URI;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.mcpclient.auth.McpGrantType;
import io.mcpclient.settings.McpHttpProxy;
import io.mcpclient.testkit.ForwardProxy;
import io.mcpclient.testkit.SystemProperties;

import static org.assertj.core.api.Assertions.assertThat;

/** Authorization servers where the network is left through a proxy alone. */
@Timeout(120)
class ProxiedFlowTests {

    private final OAuthFixture fixture = new OAuthFixture();

    private final ForwardProxy proxy = new ForwardProxy().withCredentials("user", "proxy-p4ssword");

    @AfterEach
    void close() {
        this.fixture.close();
        this.proxy.close();
    }

    @Test
    void metadataAndTokensAreAskedForThroughTheProxyOfTheServer() {
        call(new McpHttpProxy("127.0.0.1", this.proxy.port(), "user", "proxy-p4ssword"));

        assertThat(this.fixture.issuer.tokenRequests("client_credentials"))
                .singleElement()
                .satisfies(asked -> {
                    assertThat(asked.header("via")).isEqualTo("1.1 proxy");
                    assertThat(asked.header("Proxy-Authorization")).isNull();
                });
        assertThat(this.proxy.requests()).anyMatch(request -> request.contains("/.well-known/"));
        this.fixture.verify();
    }

    @Test
    void metadataAndTokensAreAskedForThroughASocksProxy() {
        call(new McpHttpProxy(McpHttpProxy.Type.SOCKS5, "127.0.0.1", this.proxy.port(), "user", "proxy-p4ssword"));

        assertThat(this.proxy.requests())
                .contains("SOCKS5 " + URI.create(this.fixture.issuer.issuer()).getAuthority());
        this.fixture.verify();
    }

    @Test
    void metadataAndTokensAreAskedForThroughTheProxyOfTheJavaRuntime() {
        try (SystemProperties set = SystemProperties.of(Map.of(
                "http.proxyHost", "127.0.0.1",
                "http.proxyPort", String.valueOf(this.proxy.port()),
                "http.nonProxyHosts", ""))) {
            call(new McpHttpProxy(McpHttpProxy.Type.SYSTEM, "", 0, "user", "proxy-p4ssword"));
        }

        assertThat(this.proxy.requests()).anyMatch(request -> request.contains("/.well-known/"));
        this.fixture.verify();
    }

    private void call(McpHttpProxy proxy) {
        this.fixture.issuer.client("machine", "secret-of-machine");
        OAuthFixture.call(this.fixture.client(
                draft -> draft.grant(McpGrantType.CLIENT_CREDENTIALS)
                        .clientId("machine")
                        .clientSecret(() -> "secret-of-machine")
                        .issuer(this.fixture.issuer.issuer())
                        .prompt(null),
                builder -> builder.http(http -> http.withProxy(proxy))));
    }
}
