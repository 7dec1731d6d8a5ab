package io.mcpclient;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

import javax.net.ssl.SSLContext;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.settings.McpHttpProxy;
import io.mcpclient.settings.McpHttpSettings;
import io.mcpclient.testkit.Http2Front;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.UnixRelay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/** Servers at Unix domain sockets, without the native libraries of Netty. */
@Timeout(120)
class McpClientUnixSocketTests {

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    @TempDir
    private Path directory;

    private McpClientBuilder builder(String url) {
        return McpClient.builder("weather").url(url).timeouts(timeouts -> timeouts.withConnect(Duration.ofSeconds(20)));
    }

    private Path socket() {
        return this.directory.resolve("server.sock");
    }

    static Stream<Arguments> servers() {
        return Stream.of(
                arguments("legacy", (Function<Object, ScriptedHttpServer>) any -> ScriptedHttpServer.legacy()),
                arguments("modern", (Function<Object, ScriptedHttpServer>) any -> ScriptedHttpServer.modern()),
                arguments("sse", (Function<Object, ScriptedHttpServer>) any -> ScriptedHttpServer.sse()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("servers")
    void serverAtAUnixSocketIsCalled(String name, Function<Object, ScriptedHttpServer> starting) {
        try (ScriptedHttpServer server = this.invariants.watch(starting.apply(name));
                UnixRelay relay = new UnixRelay(socket(), server.port());
                McpClient client = this.invariants.build(builder("unix://" + socket() + "#/mcp"));
                McpClient customized = this.invariants.build(
                        builder("unix:" + socket() + "/mcp").webClient(builder -> {}))) {
            for (int i = 0; i < 3; i++) {
                assertThat(client.callTool("echo", Map.of("n", i)).text()).isEqualTo("{\"n\":" + i + "}");
            }
            assertThat(customized.callTool("echo", Map.of("n", 9)).text()).isEqualTo("{\"n\":9}");

            assertThat(server.requests()).isNotEmpty().allSatisfy(request -> assertThat(request.header("host"))
                    .isEqualTo("localhost"));
            assertThat(relay.connections()).isBetween(1, 12); // connections are kept
        }
    }

    @Test
    void http2ServerAtAUnixSocketIsCalled() {
        try (ScriptedLegacyServer server = this.invariants.watch(ScriptedHttpServer.legacy());
                Http2Front front = Http2Front.plain(server.port());
                UnixRelay relay =
                        new UnixRelay(socket(), URI.create(front.url()).getPort());
                McpClient client = this.invariants.build(
                        builder("unix://" + socket() + "#/mcp").http(http -> http.withHttp2(true)))) {
            assertThat(client.callTool("echo", Map.of("n", 1)).text()).isEqualTo("{\"n\":1}");
        }
    }

    @Test
    void clientReconnectsWhenTheServerIsBackAtTheSocket() throws Exception {
        try (ScriptedLegacyServer server = this.invariants.watch(ScriptedHttpServer.legacy());
                McpClient client = this.invariants.build(builder("unix://" + socket() + "#/mcp"))) {
            try (UnixRelay relay = new UnixRelay(socket(), server.port())) {
                client.ping();
            }
            assertThat(catchThrowableOfType(McpException.class, client::ping).problem())
                    .contains("no server uses the socket " + socket());
            Files.delete(socket());
            try (UnixRelay relay = new UnixRelay(socket(), server.port())) {
                assertThat(client.callTool("echo", Map.of("n", 1)).text()).isEqualTo("{\"n\":1}");
            }
        }
    }

    private McpException failure(Path socket) {
        try (McpClient client = this.invariants.build(builder("unix://" + socket + "#/mcp"))) {
            return catchThrowableOfType(McpException.class, client.session()::connect);
        }
    }

    @Test
    void failureToConnectNamesTheSocketAndTheReason() throws Exception {
        Path file = Files.writeString(this.directory.resolve("file.sock"), "");
        Path deep = this.directory.resolve("x".repeat(120) + ".sock");
        Path inFile = file.resolve("x.sock");

        assertThat(failure(socket()).problem()).isEqualTo("the socket " + socket() + " does not exist");
        assertThat(failure(inFile).problem()).isEqualTo("the socket " + inFile + " does not exist");
        assertThat(failure(file).problem()).isEqualTo(file + " is not a socket");
        assertThat(failure(deep).problem()).isEqualTo("the path of the socket " + deep + " is too long");
        assertThat(failure(socket()).outcome()).isEqualTo(McpOutcome.NOT_SENT);
        assertThat(failure(socket()).remedy()).isEqualTo("Check the url, and that the server is running.");
    }

    @ParameterizedTest
    @CsvSource({
        "unix:///run/x.sock#/mcp, /run/x.sock, http://localhost/mcp",
        "unix:///run/x.sock#/mcp?a=b, /run/x.sock, http://localhost/mcp?a=b",
        "unix:/run/x.sock/mcp, /run/x.sock, http://localhost/mcp",
        "UNIX:/run/x.socket/mcp/v1?a=b, /run/x.socket, http://localhost/mcp/v1?a=b",
        "unix:/run/a.sock.d/x.sock/mcp, /run/a.sock.d/x.sock, http://localhost/mcp",
        "unix:/run/x, /run/x, http://localhost/",
        "unix:///run/x#mcp, /run/x, http://localhost/mcp",
        "http+unix://%2Frun%2Fa+b%20x.sock/mcp, /run/a+b x.sock, http://localhost/mcp",
    })
    void urlContainsTheSocketAndThePath(String url, Path socket, String requests) {
        McpHttpSettings settings = McpHttpSettings.of(url);

        assertThat(settings.socket()).isEqualTo(socket);
        assertThat(settings.url()).hasToString(requests);
        assertThat(settings.address()).startsWith("unix://" + socket + "#/").doesNotContain("a=b");
        assertThat(settings.withCookies(true).socket()).isEqualTo(socket);
    }

    @ParameterizedTest
    @ValueSource(strings = {"unix:x.sock", "unix://x.sock/mcp", "unix:///", "unix://", "http+unix://x.sock/mcp"})
    void urlWithoutAnAbsoluteSocketPathIsRejected(String url) {
        assertThatExceptionOfType(McpConfigurationException.class)
                .isThrownBy(() -> McpHttpSettings.of(url))
                .withMessageContaining("url");
    }

    @Test
    void networkSettingsAreRejectedForAUnixSocket() throws Exception {
        McpHttpSettings settings = McpHttpSettings.of("unix:///run/x.sock#/mcp");

        assertThatExceptionOfType(McpConfigurationException.class)
                .isThrownBy(() -> settings.withProxy(McpHttpProxy.system()))
                .withMessageContaining("proxy.host is set for a Unix domain socket");
        assertThatExceptionOfType(McpConfigurationException.class)
                .isThrownBy(() -> settings.withSslContext(SSLContext.getDefault()))
                .withMessageContaining("ssl.bundle is set for a Unix domain socket");
        assertThatExceptionOfType(McpConfigurationException.class)
                .isThrownBy(() -> settings.withPublicAddressesOnly(true))
                .withMessageContaining("which is not public");
    }
}
