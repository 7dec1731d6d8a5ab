package io.mcpclient.starter;

import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.ApplicationContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.util.ClassUtils;

import io.mcpclient.McpClient;
import io.mcpclient.ReactiveMcpClient;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.spring.McpServer;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** An application that has nothing but the starter: no web server, no actuator. */
@SpringBootTest
class McpClientStarterTests {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private static final ScriptedLegacyServer SERVER = ScriptedHttpServer.legacy();

    @DynamicPropertySource
    static void servers(DynamicPropertyRegistry properties) {
        properties.add("mcp.servers.weather.url", SERVER::url);
    }

    @AfterAll
    static void close() {
        // The context outlives the class and says goodbye later.
        SERVER.withoutVerification();
        SERVER.close();
    }

    @Test
    void whenClientIsInjectedThenItCallsATool(@Autowired McpClient client) {
        assertThat(client.callTool("echo", Map.of("city", "Oslo"), String.class))
                .contains("Oslo");
    }

    @Test
    void whenReactiveClientIsInjectedThenItCallsATool(@Autowired @McpServer("weather") ReactiveMcpClient client) {
        assertThat(client.callTool("echo", Map.of("city", "Oslo"), String.class).block(LIMIT))
                .contains("Oslo");
    }

    @Test
    void whenRegistryIsInjectedThenItHasTheTools(@Autowired McpToolRegistry registry) {
        await().atMost(LIMIT).until(() -> registry.snapshot().find("echo").isPresent());
        assertThat(registry.callTool("echo", Map.of()).isErrorResult()).isFalse();
    }

    @Test
    void whenOnlyTheStarterIsPresentThenThereIsNoWebServerAndNoActuator(@Autowired ApplicationContext context) {
        assertThat(context.getClass().getSimpleName()).doesNotContain("Web");
        for (String absent : new String[] {
            "org.springframework.boot.health.contributor.Health",
            "org.springframework.boot.actuate.endpoint.annotation.Endpoint",
            "jakarta.servlet.Servlet"
        }) {
            assertThat(ClassUtils.isPresent(absent, getClass().getClassLoader()))
                    .as(absent)
                    .isFalse();
        }
    }

    // the module is included and waits for Spring AI, which applications add
    @Test
    void whenOnlyTheStarterIsPresentThenSpringAiIsAbsent(@Autowired ApplicationContext context) {
        ClassLoader loader = getClass().getClassLoader();
        assertThat(loader.getResource("io/mcpclient/springai/McpToolCallbackProvider.class"))
                .isNotNull();
        assertThat(ClassUtils.isPresent("org.springframework.ai.tool.ToolCallback", loader))
                .isFalse();
        assertThat(context.containsBean("mcpToolCallbackProvider")).isFalse();
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Application {}
}
