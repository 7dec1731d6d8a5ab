package io.mcpclient;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.netty.channel.ChannelOption;
import io.netty.resolver.AddressResolver;
import io.netty.resolver.AddressResolverGroup;
import io.netty.resolver.InetNameResolver;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Promise;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import reactor.netty.http.client.HttpClient;

import io.mcpclient.error.McpException;
import io.mcpclient.error.McpInitializationException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.status.McpClientState;
import io.mcpclient.testkit.FullBacklog;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.Timed;
import io.mcpclient.testkit.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/** Ways not to get to a server that tests of its answers do not show: names, routes and handshakes that end nowhere. */
@Timeout(60)
class McpClientConnectFaultTests {

    private static final Duration SOON = Duration.ofSeconds(20);

    private static final Duration LONG = Duration.ofSeconds(40);

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private static McpClientBuilder builder(String url) {
        return McpClient.builder("weather")
                .protocol(protocol -> protocol.withEra(McpProtocol.LEGACY))
                .url(url)
                .timeouts(
                        timeouts -> timeouts.withConnect(LONG).withRequest(LONG).withShutdown(Duration.ofSeconds(2)));
    }

    /** Resolves every host to two addresses. */
    private static final class TwoAddresses extends AddressResolverGroup<InetSocketAddress> {

        private final List<String> addresses;

        TwoAddresses(String... addresses) {
            this.addresses = List.of(addresses);
        }

        @Override
        protected AddressResolver<InetSocketAddress> newResolver(EventExecutor executor) {
            return new InetNameResolver(executor) {
                @Override
                protected void doResolve(String host, Promise<InetAddress> promise) throws Exception {
                    promise.setSuccess(InetAddress.getByName(TwoAddresses.this.addresses.get(0)));
                }

                @Override
                protected void doResolveAll(String host, Promise<List<InetAddress>> promise) throws Exception {
                    promise.setSuccess(List.of(
                            InetAddress.getByName(TwoAddresses.this.addresses.get(0)),
                            InetAddress.getByName(TwoAddresses.this.addresses.get(1))));
                }
            }.asAddressResolver();
        }
    }

    // fault A02: whichever of the addresses is alive; 127.0.0.2 has no listener
    @ParameterizedTest
    @Timed
    @ValueSource(booleans = {true, false})
    void callToolWhenOneOfTwoAddressesIsUnreachableUsesTheOther(boolean deadFirst) {
        TwoAddresses addresses =
                deadFirst ? new TwoAddresses("127.0.0.2", "127.0.0.1") : new TwoAddresses("127.0.0.1", "127.0.0.2");
        try (ScriptedLegacyServer server = this.invariants.watch(ScriptedHttpServer.legacy());
                McpClient client = this.invariants.build(builder("http://weather.example:" + server.port() + "/mcp")
                        .webClient(web -> web.clientConnector(new ReactorClientHttpConnector(
                                HttpClient.newConnection().resolver(addresses)))))) {
            long start = System.nanoTime();

            assertThat(client.callTool("echo", Map.of("n", 1)).text()).isEqualTo("{\"n\":1}");

            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
        }
    }

    // fault A03: silence ends at the connect timeout, long before the deadline of the call
    @ParameterizedTest
    @Timed
    @EnumSource
    void callToolWhenPacketsAreDroppedEndsAtTheConnectTimeout(ProgrammingModel face) {
        try (FullBacklog firewall = new FullBacklog();
                McpClient client = this.invariants.build(
                        builder(firewall.url()).timeouts(timeouts -> timeouts.withConnect(Duration.ofMillis(500))))) {
            assumeThat(firewall.isSilent()).isTrue();
            long start = System.nanoTime();

            McpException failure = face.failedCall(client);

            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
            assertThat(failure).isInstanceOf(McpInitializationException.class);
            assertThat(failure.outcome()).isEqualTo(McpOutcome.NOT_SENT);
            assertThat(failure.remedy()).as(failure.getMessage()).isNotNull();
            assertThat(client.status().state()).isEqualTo(McpClientState.DISCONNECTED);
            assertThat(face.failedCall(client).outcome()).isEqualTo(McpOutcome.NOT_SENT);
        }
    }

    // fault A03: the limit of the connection may pass before that of the attempt, which is as long, or during a session
    @ParameterizedTest
    @EnumSource
    void callToolWhenTheTcpConnectTimesOutFirstReportsTheAddressAndTheRemedy(ProgrammingModel face) {
        try (FullBacklog firewall = new FullBacklog();
                McpClient client = this.invariants.build(builder(firewall.url())
                        .webClient(web -> web.clientConnector(new ReactorClientHttpConnector(
                                HttpClient.newConnection().option(ChannelOption.CONNECT_TIMEOUT_MILLIS, 100)))))) {
            assumeThat(firewall.isSilent()).isTrue();

            McpException failure = face.failedCall(client);

            assertThat(failure)
                    .isInstanceOf(McpInitializationException.class)
                    .hasMessageContaining("connecting to " + firewall.url() + " timed out")
                    .hasMessageContaining("connect-timeout");
            assertThat(failure.outcome()).isEqualTo(McpOutcome.NOT_SENT);
            assertThat(failure.remedy()).isNotNull();
            assertThat(client.status().state()).isEqualTo(McpClientState.DISCONNECTED);
        }
    }

    // fault A10: accepted never, in the time there is; the session is deleted, and the next attempt starts over
    @ParameterizedTest
    @EnumSource
    void callToolWhenInitializedIsNeverAcceptedEndsAtTheConnectTimeout(ProgrammingModel face) {
        VirtualTime time = new VirtualTime();
        try (ScriptedLegacyServer server = this.invariants.watch(ScriptedHttpServer.legacy());
                McpClient client = this.invariants.build(builder(server.url())
                        .timeouts(timeouts -> timeouts.withConnect(SOON))
                        .time(time))) {
            server.on("notifications/initialized").reply(Reply.neverAnswer());

            McpException failure = time.elapse(
                    SOON,
                    () -> face.failedCall(client),
                    () -> server.awaitRequests("notifications/initialized", 1, SOON));

            assertThat(failure).isInstanceOf(McpInitializationException.class).hasMessageContaining("20000 ms");
            assertThat(failure.outcome()).isEqualTo(McpOutcome.NOT_SENT);
            assertThat(server.requests("tools/call")).isEmpty();
            server.awaitRequests("DELETE", 1, SOON);
            assertThat(face.callTool(client).text()).contains("Oslo");
            assertThat(server.sessionsOpened()).isEqualTo(2);
        }
    }
}
