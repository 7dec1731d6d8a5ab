package io.mcpclient.support.net;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Servers whose URL comes from a user of the application: SEC-03; H07. */
@Timeout(60)
class PublicAddressesTests {

    private static List<String> resolve(String host, String... found) {
        PublicAddresses addresses = new PublicAddresses(asked -> Mono.fromCallable(() -> {
            List<InetAddress> all = new ArrayList<>();
            for (String address : found) {
                all.add(InetAddress.getByName(address));
            }
            return all;
        }));
        return addresses.addresses(InetSocketAddress.createUnresolved(host, 443)).block(Duration.ofSeconds(20)).stream()
                .map(address -> address.getAddress().getHostAddress() + ":" + address.getPort())
                .toList();
    }

    @Test
    void nameIsResolvedToItsPublicAddresses() {
        assertThat(resolve("rebind.example.com", "10.0.0.1", "9.9.9.9", "169.254.169.254"))
                .containsExactly("9.9.9.9:443");
        assertThat(resolve("9.9.9.9")).containsExactly("9.9.9.9:443");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "10.1.2.3",
                "192.168.0.1",
                "172.16.0.1",
                "100.64.0.1",
                "169.254.169.254",
                "0.0.0.0",
                "::1",
                "fe80::1",
                "fd00:ec2::254",
                "::ffff:127.0.0.1",
                "64:ff9b::a00:1"
            })
    void hostWithoutPublicAddressIsRefused(String address) {
        assertThatExceptionOfType(ForbiddenUrlException.class)
                .isThrownBy(() -> resolve("internal.example.com", address))
                .withMessageContaining("internal.example.com is refused");
        assertThatExceptionOfType(ForbiddenUrlException.class).isThrownBy(() -> resolve(address));
    }

    @Test
    void connectionToThisMachineIsRefusedBeforeAnythingIsSent() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy();
                McpClient client = McpClient.builder("tenant")
                        .url(server.url())
                        .http(http -> http.withPublicAddressesOnly(true))
                        .build()) {
            assertThatExceptionOfType(McpConnectionException.class)
                    .isThrownBy(client::ping)
                    .withMessageContaining("is refused: it resolves to a loopback address")
                    .withMessageContaining("public-addresses-only")
                    .satisfies(ex -> assertThat(ex.outcome()).isEqualTo(McpOutcome.NOT_SENT));
            assertThat(server.requests()).isEmpty();
        }
    }

    @Test
    void whenServerMustBePublicThenPrivateMetadataUrlsAreRejected() {
        McpNetworkPolicy policy = McpNetworkPolicy.ofPublic(URI.create("https://10.0.0.1/mcp"), Set.of());
        assertThatExceptionOfType(ForbiddenUrlException.class)
                .isThrownBy(() -> policy.check("https://10.0.0.2/token", "token_endpoint"));
        assertThat(policy.classesOfServer()).isEmpty();
        assertThat(policy.check("https://9.9.9.9/token", "token_endpoint")).hasHost("9.9.9.9");
    }
}
