package io.mcpclient.autoconfigure.skills;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.PayloadApplicationEvent;

import io.mcpclient.McpClient;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.extension.McpModelFunction;
import io.mcpclient.registry.McpModelTool;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.registry.McpToolSelection;
import io.mcpclient.skills.McpSkillApproval;
import io.mcpclient.skills.McpSkillApprovalDecision;
import io.mcpclient.skills.McpSkillRegistry;
import io.mcpclient.skills.McpSkills;
import io.mcpclient.spring.McpSkillsChangedEvent;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** Skills in an application: off, enabled, offered to models, approved by a bean. */
@Timeout(60)
class McpSkillsAutoConfigurationTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static final String URI = "skill://shop/returns/SKILL.md";

    private static final String TEXT =
            "---\nname: returns\ndescription: Handle a return of goods\n---\nAsk for the order number first.\n";

    private final ScriptedHttpServer server = new ScriptedHttpServer();

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    SslAutoConfiguration.class, McpClientAutoConfiguration.class, McpSkillsAutoConfiguration.class))
            .withPropertyValues(
                    "mcp.servers.shop.url=" + this.server.url(),
                    "mcp.servers.shop.protocol=legacy",
                    "mcp.extensions.skills.enabled=true");

    McpSkillsAutoConfigurationTests() {
        on(
                "initialize",
                "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{},\"resources\":{},"
                        + "\"extensions\":{\"io.modelcontextprotocol/skills\":{}}},"
                        + "\"serverInfo\":{\"name\":\"shop\",\"version\":\"1\"}}");
        this.server.on("notifications/initialized").always().optionally().reply(Reply.status(202));
        on("tools/list", "{\"tools\":[{\"name\":\"refund\",\"inputSchema\":{\"type\":\"object\"}}]}");
        on("resources/list", "{\"resources\":[]}");
        on("resources/templates/list", "{\"resourceTemplates\":[]}");
        on(
                "skills/list",
                "{\"skills\":[{\"uri\":\"" + URI + "\",\"frontmatter\":{\"name\":\"returns\","
                        + "\"description\":\"Handle a return of goods\"},\"resources\":[{\"uri\":\"" + URI
                        + "\",\"size\":" + TEXT.length() + ",\"digest\":\"sha256:" + sha256(TEXT) + "\"}]}]}");
        on(
                "resources/read",
                "{\"contents\":[{\"uri\":\"" + URI + "\",\"mimeType\":\"text/markdown\",\"text\":\""
                        + TEXT.replace("\n", "\\n") + "\"}]}");
    }

    private void on(String method, String result) {
        this.server.on(method).always().optionally().reply(Reply.result(result));
    }

    private static String sha256(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException ex) {
            throw new IllegalStateException(ex);
        }
    }

    @AfterEach
    void close() {
        this.server.close();
    }

    private static void awaitSkills(ApplicationContext context) {
        await().atMost(LIMIT).until(() -> !context.getBean(McpSkillRegistry.class)
                .snapshot()
                .skills()
                .isEmpty());
    }

    private static McpModelTool function(ApplicationContext context, String name) {
        return context.getBean(McpToolRegistry.class).modelTool(name, McpToolSelection.all());
    }

    @Test
    void whenSkillsAreEnabledThenModelsAreOfferedTheirCatalogAndCanLoadThem() {
        this.runner.run(context -> {
            awaitSkills(context);
            List<String> offered = context.getBean(McpToolRegistry.class).offer(McpToolSelection.all()).tools().stream()
                    .map(McpModelTool::name)
                    .toList();
            assertThat(offered).contains("load_skill", "read_skill_file", "refund");
            McpModelTool load = function(context, "load_skill");
            assertThat(load.description()).contains("server \"shop\", skill \"returns\": Handle a return of goods");
            assertThat(load.call("{\"server\":\"shop\",\"skill\":\"returns\"}", McpCallOptions.defaults())
                            .text())
                    .contains("Ask for the order number first.")
                    .contains("shop");
            assertThat(this.server.requests("initialize").get(0).body())
                    .contains("\"extensions\":{\"io.modelcontextprotocol/skills\":{}}");
        });
    }

    @Test
    void whenAServerIsConnectedThenItsSkillsAreListedAndNoneIsRead() {
        this.runner.run(context -> {
            awaitSkills(context);
            assertThat(this.server.requests("skills/list")).isNotEmpty();
            assertThat(this.server.requests("resources/read")).isEmpty();
        });
    }

    @Test
    void whenSkillsChangeThenAnEventIsPublished() {
        Queue<McpSkillsChangedEvent> events = new ConcurrentLinkedQueue<>();
        ApplicationListener<PayloadApplicationEvent<McpSkillsChangedEvent>> listener =
                ApplicationListener.forPayload(events::add);
        this.runner
                .withInitializer(context -> context.addApplicationListener(listener))
                .run(context -> {
                    await().atMost(LIMIT).until(() -> !events.isEmpty());
                    assertThat(events.element().snapshot().find("shop", URI)).isPresent();
                });
    }

    @Test
    void whenSkillsAreNotEnabledThenNothingIsDeclaredOrOffered() {
        this.runner.withPropertyValues("mcp.extensions.skills.enabled=false").run(context -> {
            McpClient client = context.getBean(McpClient.class);
            client.session().connect();
            assertThat(context).doesNotHaveBean(McpSkillRegistry.class).doesNotHaveBean(McpModelFunction.class);
            assertThatExceptionOfType(McpConfigurationException.class)
                    .isThrownBy(() -> client.extension(McpSkills.class))
                    .extracting(McpConfigurationException::remedy)
                    .asString()
                    .contains("mcp.extensions");
            assertThat(this.server.requests("initialize").get(0).body()).doesNotContain("extensions");
            assertThat(this.server.requests("skills/list")).isEmpty();
        });
    }

    @Test
    void whenTheModuleIsAbsentThenTheApplicationStartsWithoutSkills() {
        this.runner
                .withClassLoader(new FilteredClassLoader("io.mcpclient.skills"))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(McpModelFunction.class));
    }

    @Test
    void whenApprovalIsRequiredThenTheBeanIsAskedAndADenialReachesTheModel() {
        McpSkillApproval approval = request ->
                McpSkillApprovalDecision.deny("Not " + request.skill().name() + ".");
        this.runner
                .withBean(McpSkillApproval.class, () -> approval)
                .withPropertyValues("mcp.extensions.skills.approval=all")
                .run(context -> {
                    awaitSkills(context);
                    assertThat(function(context, "load_skill")
                                    .call("{\"server\":\"shop\",\"skill\":\"returns\"}", McpCallOptions.defaults())
                                    .text())
                            .contains("Not returns.");
                    assertThat(this.server.requests("resources/read")).isEmpty();
                });
    }

    @Test
    void whenApprovalIsRequiredWithoutABeanThenTheStartFailsWithARemedy() {
        this.runner.withPropertyValues("mcp.extensions.skills.approval=all").run(context -> assertThat(context)
                .getFailure()
                .rootCause()
                .isInstanceOf(McpConfigurationException.class)
                .hasMessageContaining("mcp.extensions.skills.approval is all, but there is no approval to ask")
                .hasMessageContaining("McpSkillApproval"));
    }

    @Test
    void whenTheEndpointIsExposedThenItShowsSkillsAndApprovesAManifest() {
        this.runner
                .withConfiguration(AutoConfigurations.of(McpSkillsEndpointAutoConfiguration.class))
                .withBean(McpSkillApproval.class, () -> request -> McpSkillApprovalDecision.deny("Nobody is here."))
                .withPropertyValues(
                        "mcp.extensions.skills.approval=all", "management.endpoints.web.exposure.include=mcpskills")
                .run(context -> {
                    awaitSkills(context);
                    McpSkillsEndpoint endpoint = context.getBean(McpSkillsEndpoint.class);
                    McpSkillsEndpoint.Skill shown = endpoint.skills().skills().get(0);
                    assertThat(shown.server()).isEqualTo("shop");
                    assertThat(shown.state()).isEqualTo("VALID");
                    String fingerprint = String.valueOf(shown.fingerprint());
                    assertThatExceptionOfType(InvalidEndpointRequestException.class)
                            .isThrownBy(() -> endpoint.approve("shop", URI, "sha256:0"));

                    assertThat(endpoint.approve("shop", URI, fingerprint).skills())
                            .extracting(McpSkillsEndpoint.Skill::state)
                            .containsExactly("APPROVED");

                    assertThat(function(context, "load_skill")
                                    .call("{\"server\":\"shop\",\"skill\":\"returns\"}", McpCallOptions.defaults())
                                    .text())
                            .contains("Ask for the order number first.");
                });
    }

    @Test
    void whenALimitIsTooLowThenTheErrorNamesTheProperty() {
        this.runner
                .withPropertyValues("mcp.extensions.skills.max-skill-size=1MB")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOfSatisfying(
                                McpConfigurationException.class, failure -> assertThat(failure.property())
                                        .isEqualTo("mcp.extensions.skills.max-skill-size")));
    }
}
