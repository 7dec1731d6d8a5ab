package io.mcpclient.autoconfigure.actuate;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import io.mcpclient.McpClient;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.autoconfigure.discovery.McpDiscoveryAutoConfiguration;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;

/** What the endpoint shows of a server that was found by its card. */
@Timeout(60)
class PublishedViewTests {

    // CRD-16
    @Test
    void sourceConsentAndDifferencesAreShownWhenTheServerIsFound() {
        try (ScriptedHttpServer publisher = new ScriptedHttpServer();
                ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            publisher.on("GET").reply(Reply.status(200, "application/mcp-server-card+json", """
                    {"$schema": "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
                     "name": "example.shop/orders", "version": "3.0.1", "description": "Orders",
                     "remotes": [{"type": "streamable-http", "url": "%s"}]}""".formatted(
                            server.url())));
            new ApplicationContextRunner()
                    .withConfiguration(AutoConfigurations.of(
                            SslAutoConfiguration.class,
                            McpDiscoveryAutoConfiguration.class,
                            McpClientAutoConfiguration.class,
                            McpEndpointAutoConfiguration.class))
                    .withPropertyValues(
                            "management.endpoints.web.exposure.include=mcp",
                            "mcp.servers.orders.card=" + publisher.url(),
                            "mcp.servers.orders.start=lazy",
                            "mcp.discovery.trusted-origins=http://127.0.0.1:" + publisher.port() + ",http://127.0.0.1:"
                                    + server.port())
                    .run(context -> {
                        McpEndpoint endpoint = context.getBean(McpEndpoint.class);
                        assertThat(endpoint.server("orders").published()).isNull();

                        context.getBean(McpClient.class).ping();

                        PublishedView published = endpoint.server("orders").published();
                        assertThat(published).isNotNull();
                        assertThat(published.source()).contains("127.0.0.1:" + publisher.port());
                        assertThat(published.name()).isEqualTo("example.shop/orders");
                        assertThat(published.version()).isEqualTo("3.0.1");
                        assertThat(published.uses()).contains("127.0.0.1:" + server.port());
                        assertThat(published.consent()).startsWith("sha256:");
                        assertThat(published.differences())
                                .anyMatch(difference -> difference.contains("\"example.shop/orders\" in the card"));
                    });
        }
    }
}
