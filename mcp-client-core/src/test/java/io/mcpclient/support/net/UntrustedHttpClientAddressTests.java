package io.mcpclient.support.net;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.Exceptions;
import reactor.core.publisher.Mono;

import io.mcpclient.support.net.UntrustedHttpClient.Limits;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.time.TimeSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/** A port of this machine that a server from elsewhere would like us to call: SEC-01, SEC-03, SEC-06; H07. */
@Timeout(60)
class UntrustedHttpClientAddressTests {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private static final Limits LIMITS = new Limits(LIMIT, 1024, 3);

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private ServerSocket victim;

    @BeforeEach
    void open() throws IOException {
        this.victim = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
    }

    @AfterEach
    void close() throws IOException {
        this.victim.close();
    }

    /** Connections are accepted in order: the first one that comes out has to be our own. */
    private void assertVictimUntouched() throws IOException {
        try (Socket own = new Socket("127.0.0.1", this.victim.getLocalPort())) {
            this.victim.setSoTimeout(10_000);
            try (Socket first = this.victim.accept()) {
                assertThat(first.getPort()).isEqualTo(own.getLocalPort());
            }
        }
    }

    private static Throwable failure(UntrustedHttpClient http, String url) {
        try {
            return Exceptions.unwrap(catchThrowable(() ->
                    http.send("GET", URI.create(url), Map.of(), null, LIMITS).block(LIMIT.multipliedBy(2))));
        } finally {
            http.close();
        }
    }

    private static UntrustedHttpClient http(String server, HostResolver hosts) {
        return new UntrustedHttpClient(
                McpNetworkPolicy.of(URI.create(server), Set.of()),
                UntrustedHttpClient.Tls.OF_RUNTIME,
                Duration.ofSeconds(5),
                null,
                hosts,
                TimeSource.system());
    }

    // H07: every way to write the address of the victim
    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://127.0.0.1:{port}/",
                "http://127.0.0.1:{port}/",
                "https://localhost:{port}/",
                "http://localhost:{port}/",
                "https://2130706433:{port}/",
                "https://017700000001:{port}/",
                "https://0x7f000001:{port}/",
                "https://127.1:{port}/",
                "https://0177.0.0.1:{port}/",
                "https://0x7f.0.0.1:{port}/",
                "https://0.0.0.0:{port}/",
                "https://127.127.127.127:{port}/",
                "https://[::1]:{port}/",
                "https://[::]:{port}/",
                "https://[::ffff:127.0.0.1]:{port}/",
                "https://[::ffff:7f00:1]:{port}/",
                "https://[::127.0.0.1]:{port}/",
                "https://[64:ff9b::127.0.0.1]:{port}/",
                "https://[2002:7f00:1::]:{port}/",
                "https://mcp.example.com@127.0.0.1:{port}/",
                "https://127.0.0.1:{port}/?@mcp.example.com",
                "https://evil.example.com:{port}/",
            })
    void forbiddenAddressIsNotConnectedTo(String url) throws Exception {
        HostResolver hosts = UntrustedHttpClientTests.knowing(
                Map.of("evil.example.com", "127.0.0.1", "mcp.example.com", "8.8.8.8", "localhost", "127.0.0.1"));

        Throwable failure = failure(
                http("https://mcp.example.com/mcp", hosts),
                url.replace("{port}", String.valueOf(this.victim.getLocalPort())));

        assertThat(failure).isInstanceOf(ForbiddenUrlException.class);
        assertVictimUntouched();
    }

    // the same with the resolver of the Java runtime, and a server that is a number
    @ParameterizedTest
    @ValueSource(
            strings = {"https://localhost:{port}/", "https://127.0.0.1:{port}/", "https://[::ffff:127.0.0.1]:{port}/"})
    void forbiddenAddressIsNotConnectedToWhenServerIsANumericAddress(String url) throws Exception {
        Throwable failure = failure(
                http("https://8.8.8.8/mcp", HostResolver.SYSTEM),
                url.replace("{port}", String.valueOf(this.victim.getLocalPort())));

        assertThat(failure).isInstanceOf(ForbiddenUrlException.class);
        assertVictimUntouched();
    }

    // SEC-06: one look for each connection, and the connection goes where the look went
    @Test
    void dnsRebindingDoesNotChangeTheConnectedAddress() {
        AtomicInteger looks = new AtomicInteger();
        HostResolver hosts = host -> Mono.fromCallable(
                () -> List.of(InetAddress.getByName((looks.incrementAndGet() == 1) ? "127.0.0.1" : "10.0.0.1")));
        try (ScriptedHttpServer server = new ScriptedHttpServer()) {
            server.on("GET").reply(Reply.json(200, "{}"));
            UntrustedHttpClient http = http(server.url(), hosts);
            URI url = URI.create("http://app.localhost:" + server.port() + "/");

            assertThat(http.send("GET", url, Map.of(), null, LIMITS)
                            .block(LIMIT)
                            .status())
                    .isEqualTo(200);
            assertThat(looks).hasValue(1);
            assertThat(server.requests().get(0).header("host")).isEqualTo("app.localhost:" + server.port());
            assertThat(failure(http, url.toString()))
                    .isInstanceOf(ForbiddenUrlException.class)
                    .hasMessage("app.localhost is refused: it resolves to a private address");
        }
    }

    // of the addresses of a name, those that may not be called are not tried, and the others one after the other
    @Test
    void nameWithSeveralAddressesConnectsToAllowedOnesOnly() throws Exception {
        HostResolver hosts = host -> Mono.fromCallable(() -> List.of(
                InetAddress.getByName("10.0.0.1"),
                InetAddress.getByName("127.9.9.9"),
                InetAddress.getByName("127.0.0.1")));
        try (ScriptedHttpServer server = new ScriptedHttpServer()) {
            server.on("GET").reply(Reply.json(200, "{}"));
            UntrustedHttpClient http = http(server.url(), hosts);
            try {
                URI url = URI.create("http://app.localhost:" + server.port() + "/");

                assertThat(http.send("GET", url, Map.of(), null, LIMITS)
                                .block(LIMIT)
                                .status())
                        .isEqualTo(200);
            } finally {
                http.close();
            }
        }
    }
}
