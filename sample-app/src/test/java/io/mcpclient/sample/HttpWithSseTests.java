package io.mcpclient.sample;

import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedSseServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The application as {@code java -jar} starts it, with Actuator and observation as shipped, and a server that speaks HTTP+SSE alone:
 * SSE-01 to SSE-03, fault A16.
 */
@Timeout(120)
class HttpWithSseTests {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private static ConfigurableApplicationContext start(ScriptedSseServer server) {
        return new SpringApplicationBuilder(SampleApplication.class)
                .profiles("bare")
                .run("--server.port=0", "--mcp.servers.x.url=" + server.url());
    }

    /** What a server of HTTP+SSE answers to a POST at the address of its stream. */
    private static boolean isPostToTheStream(String method, String path) {
        return method.equals("POST") && !path.startsWith("/messages");
    }

    @ParameterizedTest
    @ValueSource(ints = {404, 405})
    void httpWithSseServerIsDetectedFromItsUrlAlone(int refusal) {
        try (ScriptedSseServer server = ScriptedHttpServer.sse()) {
            server.onAny()
                    .where(request -> isPostToTheStream(request.method(), request.path()))
                    .always()
                    .reply(Reply.status(refusal, "text/plain", "Cannot POST"));
            try (ConfigurableApplicationContext context = start(server)) {
                McpClient client = context.getBean(McpClients.class).get("x");
                assertThat(client.callTool("echo", Map.of("n", 1)).text()).isEqualTo("{\"n\":1}");

                Http http = new Http(context.getEnvironment().getRequiredProperty("local.server.port", Integer.class));
                await().atMost(LIMIT).untilAsserted(() -> {
                    JsonNode shown = http.getJson("/actuator/mcp/x");
                    assertThat(shown.get("state").asString()).isEqualToIgnoringCase("connected");
                });
                assertThat(server.streamsOpened()).isEqualTo(1);
            }
        }
    }
}
