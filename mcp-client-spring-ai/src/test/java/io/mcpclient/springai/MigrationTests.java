package io.mcpclient.springai;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

import io.modelcontextprotocol.client.McpClient.SyncSpec;
import io.modelcontextprotocol.spec.McpSchema;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.mcp.McpToolFilter;
import org.springframework.ai.mcp.ToolContextToMcpMetaConverter;
import org.springframework.ai.mcp.customizer.McpClientCustomizer;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.call.McpInterceptor;
import io.mcpclient.handler.McpProgress;
import io.mcpclient.schema.ElicitFormParams;
import io.mcpclient.schema.LoggingMessageParams;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.Tool;
import io.mcpclient.spring.McpElicitation;
import io.mcpclient.spring.McpLogging;
import io.mcpclient.spring.McpProgressUpdate;
import io.mcpclient.spring.McpToolListChanged;
import io.mcpclient.spring.McpToolsChangedEvent;
import io.mcpclient.springai.LeftoverProperties.Replacement;
import io.mcpclient.testkit.FullCall;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * docs/coming-from-spring-ai.md: an application with Spring AI's own client, the same application with this one, the table of
 * properties, and the warning about those that are left over.
 */
@Timeout(60)
@ExtendWith(OutputCaptureExtension.class)
class MigrationTests {

    private static final String THEIRS = "spring.ai.mcp.client";

    private static final String TENANT = "com.example/tenant";

    private static final String REGION = "com.example/region";

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    private final ApplicationContextRunner migrated = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    SslAutoConfiguration.class, McpClientAutoConfiguration.class, McpSpringAiAutoConfiguration.class));

    private final ApplicationContextRunner original =
            new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(springAi()));

    private static Class<?>[] springAi() {
        return ImportCandidates.load(AutoConfiguration.class, MigrationTests.class.getClassLoader())
                .getCandidates()
                .stream()
                .filter(name -> name.startsWith("org.springframework.ai.mcp.client."))
                .map(MigrationTests::load)
                .toArray(Class<?>[]::new);
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException ex) {
            throw new IllegalStateException(ex);
        }
    }

    @AfterEach
    void close() {
        this.server.withoutVerification();
        this.server.close();
    }

    /** The application before the migration. */
    @Configuration(proxyBeanMethods = false)
    static class Original {

        final List<String> heard = new CopyOnWriteArrayList<>();

        @Bean
        McpClientCustomizer<SyncSpec> roots() {
            return (name, spec) -> spec.roots(
                            McpSchema.Root.builder("file:///srv/data").build())
                    .capabilities(McpSchema.ClientCapabilities.builder()
                            .roots(true)
                            .elicitation()
                            .build());
        }

        @Bean
        McpToolFilter filter() {
            return (connection, tool) -> !tool.name().startsWith("admin");
        }

        @Bean
        ToolContextToMcpMetaConverter metadata() {
            return context -> Map.of(TENANT, context.getContext().get(TENANT), REGION, "eu");
        }

        @org.springframework.ai.mcp.annotation.McpElicitation(clients = "desk")
        McpSchema.ElicitResult unit(McpSchema.ElicitRequest request) {
            this.heard.add("asked " + request.message());
            return McpSchema.ElicitResult.builder(McpSchema.ElicitResult.Action.ACCEPT)
                    .content(Map.of("unit", "K"))
                    .build();
        }

        @org.springframework.ai.mcp.annotation.McpLogging(clients = "desk")
        void log(McpSchema.LoggingMessageNotification message) {
            this.heard.add("log " + message.data());
        }

        @org.springframework.ai.mcp.annotation.McpProgress(clients = "desk")
        void progress(Double progress, String token, String total) {
            this.heard.add("progress " + progress);
        }

        @org.springframework.ai.mcp.annotation.McpToolListChanged(clients = "desk")
        void tools(List<McpSchema.Tool> tools) {
            this.heard.add("tools " + tools.stream().map(McpSchema.Tool::name).toList());
        }

        @EventListener
        void changed(org.springframework.ai.mcp.McpToolsChangedEvent event) {
            this.heard.add("event " + event.getConnectionName());
        }
    }

    /** The application after it. */
    @Configuration(proxyBeanMethods = false)
    static class Migrated {

        final List<String> heard = new CopyOnWriteArrayList<>();

        record Unit(String unit) {}

        @Bean
        McpInterceptor metadata() {
            return (call, next) -> next.handle(
                    call.method().equals(McpMethods.TOOLS_CALL)
                            ? call.withOptions(call.options().withMeta(REGION, "eu"))
                            : call);
        }

        @McpElicitation("desk")
        Unit unit(ElicitFormParams request) {
            this.heard.add("asked " + request.message());
            return new Unit("K");
        }

        @McpLogging("desk")
        void log(LoggingMessageParams message) {
            this.heard.add("log " + message.data());
        }

        @McpProgressUpdate("desk")
        void progress(McpProgress progress) {
            this.heard.add("progress " + progress.progress());
        }

        @McpToolListChanged("desk")
        void tools(List<Tool> tools) {
            this.heard.add("tools " + tools.stream().map(Tool::name).toList());
        }

        @EventListener
        void changed(McpToolsChangedEvent event) {
            event.snapshot().tools().stream()
                    .filter(tool -> tool.name().equals("get_sum"))
                    .forEach(tool -> this.heard.add("event " + tool.server()));
        }
    }

    private void callsAsBefore(ApplicationContext context, List<String> heard, String result) {
        ToolCallbackProvider provider = context.getBean(ToolCallbackProvider.class);
        await().atMost(ToolServers.LIMIT).until(() -> provider.getToolCallbacks().length == 1);
        ToolCallback sum = provider.getToolCallbacks()[0];

        assertThat(sum.getToolDefinition().name()).isEqualTo("get_sum");
        assertThat(sum.call("{\"a\":1}", new ToolContext(Map.of(TENANT, "t-7"))))
                .isEqualTo(result);

        JsonNode client = this.server.requests("initialize").get(0).json().at("/params/clientInfo");
        assertThat(client.path("name").asString()).startsWith("desk-app");
        assertThat(client.path("version").asString()).isEqualTo("2.1");
        JsonNode metadata = this.server.requests("tools/call").get(0).json().at("/params/_meta");
        assertThat(metadata.path(TENANT).asString()).isEqualTo("t-7");
        assertThat(metadata.path(REGION).asString()).isEqualTo("eu");
        await().atMost(ToolServers.LIMIT).untilAsserted(() -> {
            assertThat(heard)
                    .contains(
                            "asked Which unit?",
                            "log slow",
                            "progress 0.5",
                            "tools [get-sum, admin-reset]",
                            "event desk");
            assertThat(this.server.requests("POST"))
                    .extracting(RecordedRequest::body)
                    .anyMatch(body -> body.contains("\"roots\":[{\"uri\":\"file:///srv/data\""))
                    .anyMatch(body -> body.contains("\"content\":{\"unit\":\"K\"}"));
        });
    }

    @Test
    void originalApplicationWorksWithSpringAi() {
        FullCall.script(this.server);
        this.original
                .withUserConfiguration(Original.class)
                .withPropertyValues(
                        THEIRS + ".name=desk-app",
                        THEIRS + ".version=2.1",
                        THEIRS + ".streamable-http.connections.desk.url=http://127.0.0.1:" + this.server.port())
                .run(context -> callsAsBefore(context, context.getBean(Original.class).heard, "[{\"text\":\"3\"}]"));
    }

    @Test
    void migratedApplicationDoesTheSame() {
        FullCall.script(this.server);
        this.migrated
                .withUserConfiguration(Migrated.class)
                .withPropertyValues(
                        "mcp.client-info.name=desk-app",
                        "mcp.client-info.version=2.1",
                        "mcp.servers.desk.url=" + this.server.url(),
                        "mcp.servers.desk.roots=file:///srv/data",
                        "mcp.servers.desk.tools.exclude=admin*",
                        "mcp.tools.style=underscores",
                        "mcp.spring-ai.tool-context-keys=" + TENANT)
                .run(context -> callsAsBefore(context, context.getBean(Migrated.class).heard, "3"));
    }

    private static List<String> propertiesOfSpringAi() throws IOException {
        return Collections.list(MigrationTests.class
                        .getClassLoader()
                        .getResources("META-INF/spring-configuration-metadata.json"))
                .stream()
                .flatMap(url -> metadata(url).path("properties").valueStream())
                .filter(property -> property.path("name").asString().startsWith(THEIRS + "."))
                .flatMap(property -> names(
                        property.path("name").asString(), property.path("type").asString()))
                .toList();
    }

    private static JsonNode metadata(URL url) {
        try (InputStream content = url.openStream()) {
            return JSON.readTree(content);
        } catch (IOException ex) {
            throw new IllegalStateException(ex);
        }
    }

    private static Stream<String> names(String name, String type) {
        return type.startsWith("java.util.Map<")
                ? Arrays.stream(load(type.replaceAll("^.*,|>$", "")).getRecordComponents())
                        .map(component -> name + ".<name>." + DataObjectPropertyName.toDashedForm(component.getName()))
                : Stream.of(name);
    }

    @Test
    void tableHasAllPropertiesOfSpringAi() throws IOException {
        assertThat(LeftoverProperties.REPLACEMENTS)
                .extracting(Replacement::property)
                .containsExactlyInAnyOrderElementsOf(propertiesOfSpringAi());
    }

    @Test
    void documentationContainsTheTable() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "coming-from-spring-ai.md"));
        assertThat(LeftoverProperties.REPLACEMENTS).allSatisfy(row -> assertThat(page)
                .contains("| `" + row.property() + "` | "
                        + ((row.instead() != null) ? "`" + row.instead() + "`" : "none")));
    }

    // a property that does not exist fails the start
    @Test
    void replacementsExist() {
        Map<String, String> values = Map.of(
                "mcp.enabled", "true",
                "mcp.defaults.start", "lazy",
                "mcp.defaults.request-timeout", "20s",
                "mcp.spring-ai.enabled", "true",
                "mcp.config-locations", "classpath:/no-servers.json",
                "mcp.servers.web.url", "http://localhost/mcp",
                "mcp.servers.process.command", "npx",
                "mcp.servers.process.env", "");
        this.migrated
                .withPropertyValues(LeftoverProperties.REPLACEMENTS.stream()
                        .map(Replacement::instead)
                        .filter(instead -> instead != null)
                        .map(instead -> instead.replace("<name>", instead.endsWith("url") ? "web" : "process"))
                        .filter(instead -> !instead.equals("mcp.config-locations"))
                        .map(instead -> instead.endsWith(".env")
                                ? instead + ".A=b"
                                : instead + "=" + values.getOrDefault(instead, "x"))
                        .toArray(String[]::new))
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void leftoverPropertiesAreNamedInOneWarning(CapturedOutput output) {
        this.migrated
                .withClassLoader(new FilteredClassLoader("org.springframework.ai.mcp.client"))
                .withInitializer(context -> context.getEnvironment()
                        .getPropertySources()
                        .addLast(new SystemEnvironmentPropertySource(
                                "test-systemEnvironment",
                                Map.of("SPRING_AI_MCP_CLIENT_STREAMABLE_HTTP_CONNECTIONS_MAPS_URL", "secret-url"))))
                .withPropertyValues(
                        THEIRS + ".requestTimeout=5s",
                        THEIRS + ".type=async",
                        THEIRS + ".stdio.connections.my-files.args[0]=secret-argument",
                        THEIRS + ".stdio.connections.my-files.args[1]=b",
                        THEIRS + ".stdio.connections.my-files.env.KEY=secret-value",
                        THEIRS + ".unheard-of=1")
                .run(context -> assertThat(context).hasNotFailed());

        assertThat(output.getOut().lines().filter(line -> line.contains("have no effect")))
                .singleElement(InstanceOfAssertFactories.STRING)
                .contains(
                        "WARN",
                        THEIRS + ".request-timeout -> mcp.defaults.request-timeout",
                        THEIRS + ".type (not needed)",
                        THEIRS + ".stdio.connections.my-files.env -> mcp.servers.my-files.env",
                        THEIRS + ".streamable-http.connections.maps.url -> mcp.servers.maps.url",
                        THEIRS + ".unheard-of (no equivalent)")
                .containsOnlyOnce(THEIRS + ".stdio.connections.my-files.args -> mcp.servers.my-files.args")
                .doesNotContain("secret");
    }

    @Test
    void propertiesAreNotLeftoverBesideTheSpringAiClient(CapturedOutput output) {
        this.migrated.withPropertyValues(THEIRS + ".request-timeout=5s").run(context -> assertThat(context)
                .doesNotHaveBean(LeftoverProperties.class));
        this.migrated
                .withClassLoader(new FilteredClassLoader("org.springframework.ai.mcp.client"))
                .run(context -> assertThat(context).hasSingleBean(LeftoverProperties.class));
        assertThat(output).doesNotContain("have no effect");
    }
}
