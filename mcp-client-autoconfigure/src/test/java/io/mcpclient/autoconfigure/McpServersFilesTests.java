package io.mcpclient.autoconfigure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** Files in the format of other MCP clients, through a real start. */
@Timeout(60)
class McpServersFilesTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    @TempDir
    private Path directory;

    @SpringBootConfiguration
    @ImportAutoConfiguration({SslAutoConfiguration.class, McpClientAutoConfiguration.class})
    static class Application {}

    private static ConfigurableApplicationContext start(Path file, String... arguments) {
        SpringApplication application = new SpringApplication(Application.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setDefaultProperties(Map.of(
                "mcp.config-locations", file.toUri().toString(),
                "mcp.defaults.start", "lazy",
                "API_TOKEN", "from-environment",
                "spring.main.banner-mode", "off"));
        return application.run(arguments);
    }

    private Path file(String content) throws IOException {
        return Files.writeString(this.directory.resolve("mcp.json"), content);
    }

    private static Map<String, ServerSettings> settings(ConfigurableApplicationContext context) {
        return context.getBean(PropertiesMcpClientFactory.class).settings();
    }

    @Test
    void claudeDesktopAndCursor() throws IOException {
        Path file = file("""
                {"mcpServers": {
                  "file system": {"command": "no-such-command", "args": ["-y", "server", "${HOME_DIR:-/srv}"],
                                  "env": {"API_KEY": "${API_TOKEN}"}, "cwd": "/tmp", "autoApprove": []},
                  "Remote.Server": {"url": "http://localhost:1/mcp", "headers": {"X-Token": "${env:API_TOKEN}"}},
                  "old": {"command": "npx", "disabled": true}
                }}""");
        try (ConfigurableApplicationContext context = start(file)) {
            assertThat(settings(context)).containsOnlyKeys("Remote.Server", "file-system");
            assertThat(context.getBeansOfType(McpClient.class)).hasSize(2);
            ServerSettings process = settings(context).get("file-system");
            assertThat(process.endpointKey()).isEqualTo("command");
            assertThat(process.client().endpoint())
                    .asString()
                    .contains("no-such-command")
                    .doesNotContain("from-environment");
            assertThat(settings(context).get("Remote.Server").http().headers().toString())
                    .doesNotContain("${");
        }
    }

    @Test
    void visualStudioCode() throws IOException {
        Path file = file("""
                {
                  // comments and trailing commas are allowed
                  "inputs": [{"type": "promptString", "id": "token", "description": "API token", "password": true},
                             {"id": "region", "default": "eu"}],
                  "servers": {
                    "weather": {"type": "http", "url": "http://localhost:1/${input:region}",
                                "headers": {"Authorization": "Bearer ${input:token}"}},
                  },
                }""");
        assertThatExceptionOfType(McpConfigurationException.class)
                .isThrownBy(() -> start(file))
                .withMessageContaining("mcp.json")
                .withMessageContaining("servers.weather.headers.Authorization needs the input token (API token)")
                .withMessageContaining("Set mcp.inputs.token.");
        try (ConfigurableApplicationContext context = start(file, "--mcp.inputs.token=s3cret")) {
            assertThat(settings(context).get("weather").http().url()).hasPath("/eu");
        }
    }

    @Test
    void propertiesOverrideKeysOfAnEntry() throws IOException {
        Path file = file("{\"mcpServers\":{\"weather\":{\"url\":\"http://localhost:1/mcp\"}}}");
        try (ConfigurableApplicationContext context = start(
                file,
                "--mcp.servers.weather.url=http://localhost:2/mcp",
                "--mcp.servers.other.url=http://localhost:3")) {
            assertThat(settings(context)).containsOnlyKeys("other", "weather");
            assertThat(settings(context).get("weather").http().url()).hasPort(2);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"mcpServers\":{\"a\":{\"url\":1,}}|line 1 is not valid JSON",
                "{\"other\":{}}|it has no object \"mcpServers\" or \"servers\"",
                "{\"mcpServers\":{\"a\":[]}}|mcpServers.a is not an object",
                "{\"mcpServers\":{\"a\":{\"args\":[]}}}|mcpServers.a has neither url nor command",
                "{\"mcpServers\":{\"a\":{\"url\":\"http://x\",\"type\":\"grpc\"}}}|mcpServers.a.type is not a known type",
                "{\"servers\":{\"a\":{\"command\":\"x\",\"envFile\":\".env\"}}}|servers.a.envFile is not supported",
                "{\"servers\":{\"a\":{\"command\":\"x\",\"args\":[\"${NO_SUCH}\"]}}}|servers.a.args[0] contains ${NO_SUCH}",
                "{\"servers\":{\"a b\":{\"command\":\"x\"},\"a-b\":{\"command\":\"x\"}}}|has the name of another entry",
            })
    void wrongEntryIsNamed(String content, String problem) throws IOException {
        Path file = file(content);
        assertThatExceptionOfType(McpConfigurationException.class)
                .isThrownBy(() -> start(file))
                .withMessageContaining("mcp.json")
                .withMessageContaining(problem);
    }

    @Test
    void missingFileFailsTheStartUnlessItIsOptional() {
        Path missing = this.directory.resolve("missing.json");
        assertThatExceptionOfType(McpConfigurationException.class)
                .isThrownBy(() -> start(missing))
                .withMessageContaining("missing.json, which does not exist");
        try (ConfigurableApplicationContext context =
                start(missing, "--mcp.config-locations=optional:" + missing.toUri())) {
            assertThat(settings(context)).isEmpty();
        }
    }

    @Test
    void watchedFileChangesTheServers() throws IOException {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            server.withoutVerification();
            Path file = file("{\"mcpServers\":{\"one\":{\"url\":\"" + server.url() + "\"}}}");
            try (ConfigurableApplicationContext context = start(file, "--mcp.config-watch=true")) {
                McpClients clients = context.getBean(McpClients.class);
                clients.get("one").ping();
                file("{ broken");
                file("{\"mcpServers\":{\"one\":{\"url\":\"" + server.url() + "\"},\"two\":{\"url\":\"" + server.url()
                        + "\"}}}");
                await().atMost(LIMIT).until(() -> clients.find("two").isPresent());
                clients.get("two").ping();
                assertThat(server.sessionsOpened()).isEqualTo(2);

                file("{ broken");
                file("{\"mcpServers\":{\"two\":{\"url\":\"" + server.url() + "\"}}}");
                await().atMost(LIMIT).until(() -> clients.find("one").isEmpty());
                clients.get("two").ping();
                assertThat(server.sessionsOpened()).isEqualTo(2);
            }
        }
    }
}
