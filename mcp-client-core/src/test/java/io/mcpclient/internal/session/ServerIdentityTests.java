package io.mcpclient.internal.session;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

import io.mcpclient.settings.McpSessionSettings;
import io.mcpclient.store.InMemoryMcpSessionStore;

import static org.assertj.core.api.Assertions.assertThat;

// faults J04, H26: state of one user is stored under a separate key
class ServerIdentityTests {

    private static final ServerIdentity APPLICATION =
            ServerIdentity.ofUrl("weather", "AUTO", "https://weather.example/mcp", Map.of(), "AUTO");

    private static final McpSessionSettings SETTINGS = McpSessionSettings.of(new InMemoryMcpSessionStore());

    private static String key(ServerIdentity identity) {
        return SessionKey.of(SETTINGS, identity).name();
    }

    @Test
    void keysDifferByPrincipalApplicationAndCredentials() {
        ServerIdentity otherCredentials = ServerIdentity.ofUrl(
                "weather", "AUTO", "https://weather.example/mcp", Map.of("X-Key", "other"), "AUTO");
        List<ServerIdentity> all = List.of(
                APPLICATION,
                APPLICATION.onBehalfOf("alice"),
                APPLICATION.onBehalfOf("bob"),
                APPLICATION.onBehalfOf(ServerIdentity.APPLICATION),
                APPLICATION.onBehalfOf("alice").asSeenBy("shop"),
                APPLICATION.onBehalfOf("alice").asSeenBy("bank"),
                otherCredentials.onBehalfOf("alice"));

        Set<String> keys = all.stream().map(ServerIdentityTests::key).collect(Collectors.toSet());

        assertThat(keys).hasSameSizeAs(all);
    }

    @Test
    void keyOfAPrincipalIsStable() {
        assertThat(key(APPLICATION.onBehalfOf("alice"))).isEqualTo(key(APPLICATION.onBehalfOf("alice")));
    }

    @Test
    void identityDoesNotExposeThePrincipalName() {
        ServerIdentity identity = APPLICATION.onBehalfOf("alice@example.org");

        assertThat(identity.principal()).doesNotContain("alice", "example.org");
        assertThat(identity.toString()).doesNotContain("alice", identity.principal());
        assertThat(key(identity)).doesNotContain("alice").isASCII();
    }
}
