package io.mcpclient;

import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.settings.McpHttpProxy;
import io.mcpclient.testkit.ForwardProxy;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.RefusedPort;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.ScriptedModernServer;
import io.mcpclient.testkit.ScriptedSseServer;
import io.mcpclient.testkit.SystemProperties;
import io.mcpclient.testkit.TlsFront;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/** Servers that are reached through an HTTP proxy, and what is said when the proxy is the culprit. */
@Timeout(120)
class McpClientProxyTests {

    private static final String SECRET = "proxy-p4ssword";

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    @TempDir
    private Path directory;

    private final ForwardProxy proxy = new ForwardProxy();

    @AfterEach
    void close() {
        this.proxy.close();
    }

    private static McpClientBuilder builder(String url) {
        return McpClient.builder("weather").url(url).timeouts(timeouts -> timeouts.withConnect(Duration.ofSeconds(20)));
    }

    private McpClientBuilder proxied(String url) {
        return builder(url).http(http -> http.withProxy("127.0.0.1", this.proxy.port()));
    }

    private McpException failure(McpClientBuilder builder) {
        try (McpClient client = this.invariants.build(builder)) {
            return catchThrowableOfType(McpException.class, client.session()::connect);
        }
    }

    // nothing goes past the proxy, and none of it is a tunnel, which many proxies refuse for other ports than 443
    @Test
    void plainServerIsReachedThroughAProxyThatRefusesTunnels() {
        this.proxy.refusingTunnels(403);
        try (ScriptedLegacyServer server = this.invariants.watch(ScriptedHttpServer.legacy());
                McpClient client = this.invariants.build(proxied(server.url()))) {
            assertThat(client.callTool("echo", Map.of("n", 1)).text()).isEqualTo("{\"n\":1}");

            assertThat(server.requests()).isNotEmpty().allSatisfy(request -> {
                assertThat(request.header("via")).isEqualTo("1.1 proxy");
                assertThat(request.header("host")).isEqualTo("127.0.0.1:" + server.port());
            });
            assertThat(this.proxy.requests()).isNotEmpty().containsOnly("POST " + server.url());
        }
    }

    /** Calls a server with a client of its own, and returns what refers to the proxy of that. */
    private WeakReference<McpHttpProxy> usedOnce(String url) {
        McpHttpProxy settings = new McpHttpProxy("127.0.0.1", this.proxy.port());
        try (McpClient client =
                builder(url).http(http -> http.withProxy(settings)).build()) {
            assertThat(client.callTool("echo", Map.of("n", 1)).text()).isEqualTo("{\"n\":1}");
        }
        return new WeakReference<>(settings);
    }

    // fault G12: what clients share outlives them
    @Test
    void proxyOfAClosedClientIsNotRetained() {
        try (ScriptedLegacyServer server = this.invariants.watch(ScriptedHttpServer.legacy())) {
            WeakReference<McpHttpProxy> settings = usedOnce(server.url());

            await().atMost(Duration.ofSeconds(30)).until(() -> {
                System.gc();
                return settings.get() == null;
            });
        }
    }

    @Test
    void plainServerOfTheStatelessRevisionIsReachedThroughAProxy() {
        try (ScriptedModernServer server = this.invariants.watch(ScriptedHttpServer.modern());
                McpClient client = this.invariants.build(proxied(server.url()))) {
            assertThat(client.callTool("echo", Map.of("n", 1)).text()).isEqualTo("{\"n\":1}");

            assertThat(this.proxy.requests()).isNotEmpty().containsOnly("POST " + server.url());
        }
    }

    @Test
    void plainServerOfHttpWithSseIsReachedThroughAProxy() {
        try (ScriptedSseServer server = this.invariants.watch(ScriptedHttpServer.sse());
                McpClient client = this.invariants.build(proxied(server.url()))) {
            assertThat(client.callTool("echo", Map.of("n", 1)).text()).isEqualTo("{\"n\":1}");

            assertThat(this.proxy.requests())
                    .contains(
                            "GET " + server.url(),
                            "POST http://127.0.0.1:" + server.port() + ScriptedSseServer.endpoint(1));
        }
    }

    @Test
    void secureServerIsReachedThroughATunnel() throws Exception {
        try (ScriptedLegacyServer server = this.invariants.watch(ScriptedHttpServer.legacy());
                TlsFront front = new TlsFront(server.port(), this.directory, "mcp.example.com");
                McpClient client = this.invariants.build(proxied("https://mcp.example.com:" + front.port() + "/mcp")
                        .http(http -> http.withSslContext(front.trust())))) {
            assertThat(client.callTool("echo", Map.of("n", 1)).text()).isEqualTo("{\"n\":1}");

            assertThat(this.proxy.requests()).isNotEmpty().containsOnly("CONNECT mcp.example.com:" + front.port());
        }
    }

    @Test
    void credentialsReachTheProxyAndNeverTheServer() throws Exception {
        this.proxy.withCredentials("user", SECRET);
        try (ScriptedLegacyServer server = this.invariants.watch(ScriptedHttpServer.legacy());
                TlsFront front = new TlsFront(server.port(), this.directory, "mcp.example.com");
                McpClient plain = this.invariants.build(builder(server.url())
                        .http(http ->
                                http.withProxy(new McpHttpProxy("127.0.0.1", this.proxy.port(), "user", SECRET))));
                McpClient secure = this.invariants.build(builder("https://mcp.example.com:" + front.port() + "/mcp")
                        .http(http -> http.withSslContext(front.trust())
                                .withProxy(new McpHttpProxy("127.0.0.1", this.proxy.port(), "user", SECRET))))) {
            assertThat(plain.callTool("echo", Map.of("n", 1)).text()).isEqualTo("{\"n\":1}");
            assertThat(secure.callTool("echo", Map.of("n", 2)).text()).isEqualTo("{\"n\":2}");

            assertThat(server.requests()).isNotEmpty().allSatisfy(request -> assertThat(
                            request.header("Proxy-Authorization"))
                    .isNull());
        }
    }

    static Stream<Arguments> credentials() {
        return Stream.of(
                arguments("http", false, "requires credentials", "Set mcp.servers.weather.proxy.username"),
                arguments("https", false, "requires credentials", "Set mcp.servers.weather.proxy.username"),
                arguments("http", true, "does not accept the credentials", "Check mcp.servers.weather.proxy.username"),
                arguments(
                        "https", true, "does not accept the credentials", "Check mcp.servers.weather.proxy.username"));
    }

    @ParameterizedTest
    @MethodSource("credentials")
    void rejectedOrMissingProxyCredentialsAreReportedAsThoseOfTheProxy(
            String scheme, boolean wrong, String problem, String remedy) {
        this.proxy.withCredentials("user", SECRET);
        McpClientBuilder builder = builder(scheme + "://127.0.0.1:1/mcp");
        McpException failure = failure(
                wrong
                        ? builder.http(http -> http.withProxy(
                                new McpHttpProxy("127.0.0.1", this.proxy.port(), "user", "another-" + SECRET)))
                        : builder.http(http -> http.withProxy("127.0.0.1", this.proxy.port())));

        assertThat(failure.problem())
                .contains("the proxy " + this.proxy.address() + " responded with HTTP 407: it " + problem);
        assertThat(failure.remedy()).startsWith(remedy);
        assertThat(failure.outcome()).isEqualTo(McpOutcome.NOT_SENT);
        assertThat(failure).hasStackTraceContaining("127.0.0.1").hasMessageNotContaining(SECRET);
    }

    // fault I21: credentials that a proxy or a server echoes are not shown
    @Test
    void proxyCredentialsAreMaskedInErrorTextOfTheServer() {
        try (ScriptedHttpServer repeating = new ScriptedHttpServer()) {
            repeating
                    .onAny()
                    .optionally()
                    .reply(request -> Reply.status(
                            403, "text/plain", request.header("Proxy-Authorization") + " of user:" + SECRET));

            McpException failure = failure(builder("http://mcp.example.com/mcp")
                    .http(http -> http.withProxy(new McpHttpProxy("127.0.0.1", repeating.port(), "user", SECRET))));

            assertThat(failure.problem()).contains("the server says: *** of user:***");
        }
    }

    // faults A01, A02: the server was not even tried
    @ParameterizedTest
    @ValueSource(strings = {"http", "https"})
    void proxyThatIsUnavailableIsReportedAsUnavailable(String scheme) {
        try (RefusedPort away = new RefusedPort()) {
            McpException failure = failure(
                    builder(scheme + "://mcp.example.com/mcp").http(http -> http.withProxy("127.0.0.1", away.port())));

            assertThat(failure.problem()).isEqualTo("connection refused by the proxy 127.0.0.1:" + away.port());
            assertThat(failure.remedy())
                    .isEqualTo("Check that the proxy is running, and mcp.servers.weather.proxy.host and"
                            + " mcp.servers.weather.proxy.port.");
            assertThat(failure.outcome()).isEqualTo(McpOutcome.NOT_SENT);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http", "https"})
    void unknownProxyIsReportedAsUnknown(String scheme) {
        McpException failure =
                failure(builder(scheme + "://127.0.0.1:1/mcp").http(http -> http.withProxy("proxy.invalid", 3128)));

        assertThat(failure.problem()).isEqualTo("host not found: the proxy proxy.invalid:3128");
        assertThat(failure.remedy()).isEqualTo("Check mcp.servers.weather.proxy.host.");
    }

    static Stream<Arguments> refusals() {
        return Stream.of(
                arguments(
                        403,
                        "it does not allow connections to https://mcp.example.com/mcp",
                        "Ask the operator of the proxy"),
                arguments(502, "it cannot reach https://mcp.example.com/mcp", "Check that the server is running"),
                arguments(418, "it did not connect to https://mcp.example.com/mcp", "Check that the proxy is running"));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void rejectedTunnelReportsTheProxyAndItsStatus(int status, String problem, String remedy) {
        this.proxy.refusingTunnels(status);

        McpException failure = failure(proxied("https://mcp.example.com/mcp"));

        assertThat(failure.problem())
                .contains("the proxy " + this.proxy.address() + " responded with HTTP " + status + ": " + problem);
        assertThat(failure.remedy()).startsWith(remedy);
        assertThat(failure.outcome()).isEqualTo(McpOutcome.NOT_SENT);
    }

    // whose answer it is cannot be known: the proxy answers in the place of the server
    @ParameterizedTest
    @ValueSource(ints = {403, 502, 503, 504})
    void responseThatMayComeFromTheProxyIsReportedAsAmbiguous(int status) {
        this.proxy.refusing(status);

        McpException failure = failure(proxied("http://mcp.example.com/mcp"));

        assertThat(failure.problem())
                .contains("HTTP " + status)
                .contains("this may be the response of the proxy " + this.proxy.address());
    }

    @Test
    void errorResponseThroughATlsTunnelIsNotAttributedToTheProxy() throws Exception {
        try (ScriptedHttpServer server = new ScriptedHttpServer();
                TlsFront front = new TlsFront(server.port(), this.directory, "mcp.example.com")) {
            server.onAny().optionally().reply(Reply.status(502, "text/html", "<html></html>"));

            McpException failure = failure(proxied("https://mcp.example.com:" + front.port() + "/mcp")
                    .http(http -> http.withSslContext(front.trust())));

            assertThat(failure.problem()).contains("HTTP 502").doesNotContain("proxy");
        }
    }

    @Test
    void endpointThatDoesNotSpeakTheProxyProtocolIsReported() {
        try (ScriptedHttpServer ssh = new ScriptedHttpServer()) {
            ssh.onAny().optionally().reply(Reply.raw("SSH-2.0-OpenSSH_9.2p1\r\n"));

            McpException failure = failure(
                    builder("https://mcp.example.com/mcp").http(http -> http.withProxy("127.0.0.1", ssh.port())));

            assertThat(failure.problem()).contains("the proxy 127.0.0.1:" + ssh.port());
            assertThat(failure.remedy()).contains("mcp.servers.weather.proxy.port");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = McpHttpProxy.Type.class,
            names = {"SOCKS4", "SOCKS5"})
    void serverIsReachedThroughASocksProxy(McpHttpProxy.Type type) throws Exception {
        boolean hasPassword = type == McpHttpProxy.Type.SOCKS5;
        if (hasPassword) {
            this.proxy.withCredentials("user", SECRET);
        }
        McpHttpProxy socks =
                new McpHttpProxy(type, "127.0.0.1", this.proxy.port(), "user", hasPassword ? SECRET : null);
        try (ScriptedSseServer server = this.invariants.watch(ScriptedHttpServer.sse());
                TlsFront front = new TlsFront(server.port(), this.directory, "mcp.example.com");
                McpClient plain = this.invariants.build(builder("http://mcp.example.com:" + server.port() + "/mcp")
                        .http(http -> http.withProxy(socks)));
                McpClient secure = this.invariants.build(builder("https://mcp.example.com:" + front.port() + "/mcp")
                        .webClient(customized -> {})
                        .http(http -> http.withSslContext(front.trust()).withProxy(socks)))) {
            assertThat(plain.callTool("echo", Map.of("n", 1)).text()).isEqualTo("{\"n\":1}");
            assertThat(secure.callTool("echo", Map.of("n", 2)).text()).isEqualTo("{\"n\":2}");

            assertThat(this.proxy.requests())
                    .containsOnly(
                            type + " mcp.example.com:" + server.port(), type + " mcp.example.com:" + front.port());
        }
    }

    static Stream<Arguments> socksFailures() {
        return Stream.of(
                arguments(0, true, "rejected the connection: it requires credentials", "Set mcp.servers.weather."),
                arguments(403, false, "responded with FORBIDDEN: it does not allow connections to", "Ask the operator"),
                arguments(502, false, "responded with HOST_UNREACHABLE: it cannot reach", "Check that the server"));
    }

    @ParameterizedTest
    @MethodSource("socksFailures")
    void rejectionByASocksProxyReportsTheProxyAndTheReason(int status, boolean secured, String problem, String remedy) {
        this.proxy.refusing(status);
        if (secured) {
            this.proxy.withCredentials("user", SECRET);
        }

        McpException failure = failure(builder("http://mcp.example.com/mcp")
                .http(http -> http.withProxy(
                        new McpHttpProxy(McpHttpProxy.Type.SOCKS5, "127.0.0.1", this.proxy.port(), null, null))));

        assertThat(failure.problem()).contains("the proxy " + this.proxy.address() + " " + problem);
        assertThat(failure.remedy()).startsWith(remedy);
        assertThat(failure.outcome()).isEqualTo(McpOutcome.NOT_SENT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http", "https", "socks"})
    void javaProxyPropertiesApplyOnlyToMatchingUrls(String scheme) throws Exception {
        String host = scheme.equals("socks") ? "socksProxyHost" : scheme + ".proxyHost";
        String port = scheme.equals("socks") ? "socksProxyPort" : scheme + ".proxyPort";
        Map<String, String> properties = Map.of(
                host, "127.0.0.1", port, String.valueOf(this.proxy.port()), "http.nonProxyHosts", "localhost|127.*");
        try (ScriptedLegacyServer server = this.invariants.watch(ScriptedHttpServer.legacy());
                TlsFront front = new TlsFront(server.port(), this.directory, "mcp.example.com");
                SystemProperties set = SystemProperties.of(properties);
                McpClient excluded = this.invariants.build(
                        builder(server.url()).http(http -> http.withProxy(McpHttpProxy.system())));
                McpClient client = this.invariants.build(builder(
                                scheme.equals("https")
                                        ? "https://mcp.example.com:" + front.port() + "/mcp"
                                        : "http://mcp.example.com:" + server.port() + "/mcp")
                        .http(http -> http.withSslContext(front.trust()).withProxy(McpHttpProxy.system())))) {
            assertThat(excluded.callTool("echo", Map.of("n", 1)).text()).isEqualTo("{\"n\":1}");
            assertThat(this.proxy.requests()).isEmpty();

            assertThat(client.callTool("echo", Map.of("n", 2)).text()).isEqualTo("{\"n\":2}");
            assertThat(this.proxy.requests()).isNotEmpty();
        }
    }

    @Test
    void unusedJavaProxyIsMentionedWhenTheServerIsUnreachable() {
        try (SystemProperties set =
                SystemProperties.of(Map.of("https.proxyHost", "proxy.example.com", "https.proxyPort", "3128"))) {
            assertThat(failure(builder("https://mcp.invalid/mcp")).remedy())
                    .isEqualTo("Check the host name in the url. The Java runtime has the proxy proxy.example.com:3128"
                            + " for this URL, which is not used: set proxy.type to system.");
            assertThat(failure(builder("http://mcp.invalid/mcp")).remedy())
                    .isEqualTo("Check the host name in the url.");
        }
    }

    @Test
    void unavailableJavaProxyIsReportedAsUnavailable() {
        try (RefusedPort away = new RefusedPort();
                SystemProperties set = SystemProperties.of(
                        Map.of("http.proxyHost", "127.0.0.1", "http.proxyPort", String.valueOf(away.port())))) {
            McpException failure =
                    failure(builder("http://mcp.example.com/mcp").http(http -> http.withProxy(McpHttpProxy.system())));

            assertThat(failure.problem()).isEqualTo("connection refused by the proxy 127.0.0.1:" + away.port());
            assertThat(failure.remedy()).contains("https.proxyHost: proxy.type is system");
        }
    }
}
