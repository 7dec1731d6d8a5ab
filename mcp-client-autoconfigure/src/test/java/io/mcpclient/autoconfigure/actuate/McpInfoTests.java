package io.mcpclient.autoconfigure.actuate;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.autoconfigure.info.InfoContributorAutoConfiguration;
import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.boot.actuate.info.InfoEndpoint;
import org.springframework.boot.actuate.info.SimpleInfoContributor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.testkit.RefusedPort;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class McpInfoTests {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    SslAutoConfiguration.class,
                    McpClientAutoConfiguration.class,
                    McpInfoAutoConfiguration.class,
                    InfoContributorAutoConfiguration.class));

    @Test
    void whenThereAreServersThenTheyAreCountedByStateAndEra() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy();
                RefusedPort refused = new RefusedPort()) {
            this.runner
                    .withPropertyValues(
                            "mcp.servers.weather.url=" + server.url(),
                            "mcp.servers.files.url=" + refused.url(),
                            "mcp.servers.files.auth.type=bearer",
                            "mcp.servers.files.auth.token=s3cret")
                    .run(context -> {
                        InfoContributor contributor = context.getBean("mcpInfoContributor", InfoContributor.class);
                        await().atMost(LIMIT).until(() -> info(contributor)
                                .at("/servers/states")
                                .toString()
                                .equals("{\"CONNECTED\":1,\"RECONNECTING\":1}"));
                        JsonNode info = info(contributor);
                        assertThat(info.at("/servers/total").asInt()).isEqualTo(2);
                        assertThat(info.at("/servers/eras").toString()).isEqualTo("{\"legacy\":1}");
                        assertThat(info.toString())
                                .doesNotContain("weather", "files", "127.0.0.1", "localhost", "s3cret");
                    });
        }
    }

    @Test
    void whenEndpointInfoIsReadThenItHasTheEntry() {
        this.runner
                .withPropertyValues(
                        "mcp.servers.weather.url=https://weather.example.com/mcp", "mcp.defaults.start=lazy")
                .run(context -> assertThat(
                                new InfoEndpoint(context.getBeansOfType(InfoContributor.class).values().stream()
                                                .toList())
                                        .info())
                        .containsKey("mcp"));
    }

    @Test
    void whenInfoContributorIsDisabledThenThereIsNone() {
        this.runner
                .withPropertyValues("management.info.mcp.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("mcpInfoContributor"));
    }

    @Test
    void whenClientsAreSwitchedOffThenThereIsNone() {
        this.runner
                .withPropertyValues("mcp.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("mcpInfoContributor"));
    }

    @Test
    void whenActuatorIsAbsentThenThereIsNone() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        SslAutoConfiguration.class, McpClientAutoConfiguration.class, McpInfoAutoConfiguration.class))
                .withClassLoader(new FilteredClassLoader("org.springframework.boot.actuate"))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("mcpInfoContributor"));
    }

    @Test
    void whenApplicationHasItsOwnThenItReplacesTheDefault() {
        this.runner
                .withBean("mcpInfoContributor", InfoContributor.class, () -> new SimpleInfoContributor("mcp", "own"))
                .run(context ->
                        assertThat(context.getBean("mcpInfoContributor")).isInstanceOf(SimpleInfoContributor.class));
    }

    private static JsonNode info(InfoContributor contributor) {
        Info.Builder builder = new Info.Builder();
        contributor.contribute(builder);
        return JsonMapper.builder()
                .build()
                .valueToTree(builder.build().getDetails().get("mcp"));
    }
}
