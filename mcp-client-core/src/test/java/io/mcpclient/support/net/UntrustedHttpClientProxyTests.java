package io.mcpclient.support.net;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

import javax.net.ssl.SSLContext;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.Exceptions;
import reactor.core.publisher.Mono;

import io.mcpclient.settings.McpHttpProxy;
import io.mcpclient.support.net.UntrustedHttpClient.Limits;
import io.mcpclient.testkit.ForwardProxy;
import io.mcpclient.testkit.RefusedPort;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.SystemProperties;
import io.mcpclient.testkit.TlsFront;
import io.mcpclient.time.TimeSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/** What of the policy holds behind a proxy, which resolves names by itself: SEC-01 to SEC-04, SEC-06; H07. */
@Timeout(60)
class UntrustedHttpClientProxyTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static final Limits LIMITS = new Limits(LIMIT, 1024, 3);

    private static final HostResolver NO_HOSTS = host -> Mono.error(new UnknownHostException(host));

    @TempDir
    private Path directory;

    private final ForwardProxy proxy = new ForwardProxy();

    @AfterEach
    void close() {
        this.proxy.close();
    }

    private UntrustedHttpClient http(HostResolver hosts, @Nullable SSLContext trust) {
        return new UntrustedHttpClient(
                McpNetworkPolicy.of(URI.create("https://mcp.example.com/mcp"), Set.of()),
                new UntrustedHttpClient.Tls(null, trust),
                Duration.ofSeconds(10),
                new McpHttpProxy("127.0.0.1", this.proxy.port()),
                hosts,
                TimeSource.system());
    }

    private static Throwable failure(UntrustedHttpClient http, String url) {
        try {
            return Exceptions.unwrap(catchThrowable(() ->
                    http.send("GET", URI.create(url), Map.of(), null, LIMITS).block(LIMIT)));
        } finally {
            http.close();
        }
    }

    // a network with a proxy often resolves the names of its own hosts alone
    @Test
    void nameThatCannotBeResolvedLocallyIsLeftToTheProxy() throws Exception {
        try (ScriptedHttpServer server = new ScriptedHttpServer();
                TlsFront front = new TlsFront(server.port(), this.directory, "idp.example.com")) {
            server.on("GET").reply(Reply.json(200, "{}"));
            UntrustedHttpClient http = http(NO_HOSTS, front.trust());
            URI url = URI.create("https://idp.example.com:" + front.port() + "/");

            assertThat(http.send("GET", url, Map.of(), null, LIMITS)
                            .block(LIMIT)
                            .status())
                    .isEqualTo(200);

            assertThat(this.proxy.requests()).containsExactly("CONNECT idp.example.com:" + front.port());
            http.close();
        }
    }

    @Test
    void nameThatIsNotResolvedInTimeIsLeftToTheProxy() {
        this.proxy.refusingTunnels(403);

        Throwable failure = failure(http(host -> Mono.never(), null), "https://idp.example.com/");

        assertThat(failure)
                .isInstanceOf(IOException.class)
                .hasMessage("the proxy " + this.proxy.address()
                        + " responded with HTTP 403: it does not allow connections to idp.example.com:443");
    }

    // SEC-03: what is known to be forbidden is not asked of the proxy either
    @Test
    void nameThatResolvesToAForbiddenAddressIsRejected() {
        HostResolver hosts =
                UntrustedHttpClientTests.knowing(Map.of("evil.example.com", "10.0.0.1", "mcp.example.com", "8.8.8.8"));

        Throwable failure = failure(http(hosts, null), "https://evil.example.com/");

        assertThat(failure)
                .isInstanceOf(ForbiddenUrlException.class)
                .hasMessage("evil.example.com is refused: it resolves to a private address");
        assertThat(this.proxy.requests()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"https://127.0.0.1/", "https://169.254.169.254/", "https://[::1]/", "http://idp.example.com/"})
    void forbiddenAddressIsRejected(String url) {
        assertThat(failure(http(NO_HOSTS, null), url)).isInstanceOf(ForbiddenUrlException.class);
        assertThat(this.proxy.requests()).isEmpty();
    }

    @Test
    void unavailableProxyIsReported() {
        try (RefusedPort away = new RefusedPort()) {
            UntrustedHttpClient http = new UntrustedHttpClient(
                    McpNetworkPolicy.of(URI.create("https://mcp.example.com/mcp"), Set.of()),
                    UntrustedHttpClient.Tls.OF_RUNTIME,
                    Duration.ofSeconds(5),
                    new McpHttpProxy("127.0.0.1", away.port()),
                    NO_HOSTS,
                    TimeSource.system());

            assertThat(failure(http, "https://idp.example.com/"))
                    .hasMessage("connection refused by the proxy 127.0.0.1:" + away.port());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "HTTPS_PROXY, https://mcp.example.com/mcp, true",
        "https_proxy, https://mcp.example.com/mcp, true",
        "HTTP_PROXY, https://mcp.example.com/mcp, false",
        "HTTPS_PROXY, https://mcp.internal/mcp, false",
        "HTTPS_PROXY, https://localhost/mcp, false"
    })
    void unusedProxyOfTheEnvironmentIsReported(String variable, String url, boolean isNamed) {
        Map<String, String> environment =
                Map.of(variable, "http://user:s3cret@proxy", "NO_PROXY", "a.example,.internal");

        String unused = SystemProxies.unused(URI.create(url), environment);

        assertThat(unused != null).isEqualTo(isNamed);
        assertThat(String.valueOf(unused)).doesNotContain("s3cret");
    }

    // the check of addresses is the same, whichever way the proxy was configured
    @Test
    void addressesAreCheckedWithAndWithoutAJavaProxy() {
        HostResolver inside = host -> Mono.fromCallable(() -> List.of(
                host.startsWith("mcp.") ? InetAddress.getByName("192.0.2.1") : InetAddress.getLoopbackAddress()));
        UntrustedHttpClient direct = new UntrustedHttpClient(
                McpNetworkPolicy.of(URI.create("https://mcp.example.com/mcp"), Set.of()),
                UntrustedHttpClient.Tls.OF_RUNTIME,
                Duration.ofSeconds(10),
                McpHttpProxy.system(),
                inside,
                TimeSource.system());
        try (SystemProperties set = SystemProperties.of(Map.of(
                "https.proxyHost", "127.0.0.1",
                "https.proxyPort", String.valueOf(this.proxy.port()),
                "http.nonProxyHosts", "direct.example.com"))) {
            for (String host : List.of("proxied.example.com", "direct.example.com")) {
                assertThat(catchThrowable(
                                () -> direct.send("GET", URI.create("https://" + host + "/x"), Map.of(), null, LIMITS)
                                        .block(LIMIT)))
                        .isInstanceOf(ForbiddenUrlException.class);
            }
            assertThat(this.proxy.requests()).isEmpty();
        } finally {
            direct.close();
        }
    }
}
