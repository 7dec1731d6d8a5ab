package io.mcpclient.test.application;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.bean.override.mockito.MockitoBean;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.spring.McpServer;
import io.mcpclient.test.AutoConfigureMcpTestServer;
import io.mcpclient.test.McpTestServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Servers with names in every spelling, with addresses that are looked up, and with credentials and variables that only a deployment has. All
 * are required: the application would not start if one of them were used.
 */
@SpringBootTest
@ActiveProfiles("deployed")
@Timeout(60)
class DeployedServersTests {

    private static final Set<String> OTHERS = Set.of(
            "myFiles",
            "my_docs",
            "acme.Mail",
            "Team-Calendar",
            "catalog",
            "partner",
            "published",
            "vault",
            "archive",
            "search");

    private static Set<String> names(McpClients clients) {
        return clients.all().stream().map(McpClient::name).collect(Collectors.toSet());
    }

    private static void assertSwitchedOff(McpClient client) {
        assertThatThrownBy(() -> client.callTool("read", Map.of()))
                .as(client.name())
                .hasMessageContaining("switched off in this test");
    }

    @Nested
    @AutoConfigureMcpTestServer
    class WithTestServers {

        @Autowired
        @McpServer("acme.Mail")
        private McpTestServer mail;

        @Test
        void allServersAreReplaced(@Autowired McpClients clients) {
            assertThat(names(clients)).containsAll(OTHERS).hasSize(OTHERS.size() + 1);
            assertThat(clients.all()).allSatisfy(client -> assertThat(
                            client.session().connect().serverInfo().version())
                    .isEqualTo("test"));
            this.mail.tool("send").returns("sent");
            assertThat(clients.get("acme.Mail").callTool("send", Map.of(), String.class))
                    .isEqualTo("sent");
        }
    }

    @Nested
    @AutoConfigureMcpTestServer("weather")
    class WithATestServer {

        @Test
        void othersAreSwitchedOff(@Autowired McpClients clients) {
            assertThat(names(clients)).containsAll(OTHERS);
            OTHERS.forEach(name -> assertSwitchedOff(clients.get(name)));
            assertThatThrownBy(() -> clients.get("myFiles").callTool("read", Map.of()))
                    .hasMessageContaining("mcp.servers.myFiles.start=eager");
            assertThatThrownBy(() -> clients.get("acme.Mail").callTool("read", Map.of()))
                    .hasMessageContaining("mcp.servers[acme.Mail].start=eager");
        }
    }

    @Nested
    class WithAMock {

        @MockitoBean
        @McpServer("weather")
        McpClient weather;

        @Test
        void othersAreSwitchedOff(@Autowired McpClients clients) {
            assertThat(names(clients)).isEqualTo(OTHERS);
            clients.all().forEach(DeployedServersTests::assertSwitchedOff);
        }
    }
}
