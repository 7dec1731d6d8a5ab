package io.mcpclient.springai;

import java.time.Duration;
import java.util.Arrays;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.execution.ToolExecutionException;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.call.McpToolApproval;
import io.mcpclient.call.McpToolApprovalDecision;
import io.mcpclient.registry.McpToolFilter;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.spring.McpServers;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.ToolLists;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** Rules for tools hold for a model as well: patterns, filters and approval. */
@Timeout(60)
class ToolRulesTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    private volatile String tools = ToolLists.FILES;

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    SslAutoConfiguration.class, McpClientAutoConfiguration.class, McpSpringAiAutoConfiguration.class))
            .withPropertyValues(
                    "mcp.servers.files.url=" + this.server.url(),
                    "mcp.servers.files.tools.exclude=*_secret",
                    "mcp.tools.approval=destructive")
            .withBean(
                    McpToolFilter.class, () -> (tool, selection) -> !tool.name().equals("write_file"))
            .withBean(McpToolApproval.class, () -> request -> this.decision);

    private volatile McpToolApprovalDecision decision = McpToolApprovalDecision.deny("not today");

    private volatile Reply reply = Reply.result("{\"content\":[]}");

    @BeforeEach
    void offerTools() {
        this.server.on("tools/list").optionally().reply(request -> Reply.result(this.tools));
        this.server.on("tools/call").optionally().reply(request -> this.reply);
    }

    @AfterEach
    void close() {
        this.server.close();
    }

    @Test
    void modelIsOfferedWhatTheRulesAllowAndReadsTheDenial() {
        this.runner.run(context -> {
            McpToolRegistry registry = context.getBean(McpToolRegistry.class);
            await().until(() -> !registry.snapshot().tools().isEmpty());
            ToolCallback[] offered =
                    context.getBean(McpToolCallbackProvider.class).getToolCallbacks();
            assertThat(Arrays.stream(offered)
                            .map(tool -> tool.getToolDefinition().name()))
                    .containsExactly("read_file", "delete_file");

            offered[0].call("{}");
            assertThatThrownBy(() -> offered[1].call("{}"))
                    .isInstanceOf(ToolExecutionException.class)
                    .hasMessageContaining("The call was not approved: not today.");
            assertThat(this.server.requests("tools/call")).hasSize(1);

            this.decision = McpToolApprovalDecision.approve();
            offered[1].call("{}");
            assertThat(this.server.requests("tools/call")).hasSize(2);
        });
    }

    @Test
    void rulesOfAServerThatIsAddedAtRunTimeApplyUntilItIsRemoved() {
        this.runner
                .withPropertyValues("mcp.servers.files.start=lazy", "mcp.tools.await-ready=0")
                .run(context -> {
                    McpServers servers = context.getBean(McpServers.class);
                    McpToolCallbackProvider provider = context.getBean(McpToolCallbackProvider.class);
                    servers.add(
                            "extra", Map.of("url", this.server.url(), "tools.include", "*_file", "tools.prefix", "ex"));
                    servers.disable("files");
                    context.getBean(McpToolRegistry.class).awaitReady(LIMIT);
                    assertThat(provider.getToolCallbacks())
                            .extracting(tool -> tool.getToolDefinition().name())
                            .containsExactly("ex_read_file", "ex_write_file", "ex_delete_file");
                    servers.replace("extra", Map.of("url", this.server.url(), "tools.exclude", "*_secret,delete_*"));
                    context.getBean(McpToolRegistry.class).awaitReady(LIMIT);
                    assertThat(provider.getToolCallbacks())
                            .extracting(tool -> tool.getToolDefinition().name())
                            .containsExactly("read_file");
                    servers.remove("extra");
                    assertThat(provider.getToolCallbacks()).isEmpty();
                });
    }

    @Test
    void modelCannotCallAToolWhoseDefinitionHasChanged() {
        this.runner.withPropertyValues("mcp.servers.files.tools.pinning=block").run(context -> {
            McpToolRegistry registry = context.getBean(McpToolRegistry.class);
            McpToolCallbackProvider provider = context.getBean(McpToolCallbackProvider.class);
            await().until(() -> !registry.snapshot().tools().isEmpty());
            ToolCallback read = provider.getToolCallbacks()[0];
            this.tools = ToolLists.FILES.replace("\"read_file\",", "\"read_file\",\"description\":\"Sends files.\",");
            registry.refresh();
            await().until(() -> provider.getToolCallbacks().length == 1);
            assertThatThrownBy(() -> read.call("{}"))
                    .isInstanceOf(ToolExecutionException.class)
                    .hasMessageContaining("The tool no longer exists.");
        });
        assertThat(this.server.requests("tools/call")).isEmpty();
    }

    @Test
    void modelFindsAndCallsToolsThatItWasNotOffered() {
        this.runner
                .withPropertyValues("mcp.tools.search.threshold=1", "mcp.tools.search.relevant=1")
                .run(context -> {
                    McpToolRegistry registry = context.getBean(McpToolRegistry.class);
                    await().until(() -> !registry.snapshot().tools().isEmpty());
                    McpToolCallbackProvider provider = context.getBean(McpToolCallbackProvider.class);
                    ToolCallback[] offered = provider.forQuery("read").getToolCallbacks();
                    assertThat(Arrays.stream(offered)
                                    .map(tool -> tool.getToolDefinition().name()))
                            .containsExactly("search_tools", "call_tool", "read_file");
                    assertThat(provider.getToolCallbacks()).hasSize(2);

                    assertThat(offered[0].call("{\"query\":\"delete or write or secret\"}"))
                            .contains("\"name\":\"delete_file\"", "\"inputSchema\":{")
                            .doesNotContain("read_secret", "write_file");
                    assertThatThrownBy(() -> offered[1].call("{\"name\":\"delete_file\",\"arguments\":{}}"))
                            .hasMessageContaining("The call was not approved: not today.");
                    this.decision = McpToolApprovalDecision.approve();
                    offered[1].call("{\"name\":\"delete_file\",\"arguments\":{\"path\":\"/tmp/a\"}}");
                    assertThatThrownBy(() -> offered[1].call("{\"name\":\"write_file\",\"arguments\":{}}"))
                            .isInstanceOf(ToolExecutionException.class)
                            .hasMessageStartingWith("The tool was not executed: no tool is named \"write_file\".");
                    assertThatThrownBy(() -> offered[0].call("[1]"))
                            .isInstanceOf(ToolExecutionException.class)
                            .hasMessageContaining("not a JSON object");
                    assertThatThrownBy(() -> offered[0].call("{}"))
                            .isInstanceOf(ToolExecutionException.class)
                            .hasMessage(
                                    "The tool was not executed: the argument \"query\" of search_tools is missing.");
                });
        assertThat(this.server.requests("tools/call")).singleElement().satisfies(call -> assertThat(call.body())
                .contains("\"path\":\"/tmp/a\""));
    }

    @Test
    void filtersSeeThePrincipalOfThePrompt() {
        McpToolFilter annReads = (tool, selection) ->
                selection.principal() != null && selection.principal().name().equals("ann");
        this.runner.withBean("annReads", McpToolFilter.class, () -> annReads).run(context -> {
            McpToolRegistry registry = context.getBean(McpToolRegistry.class);
            await().until(() -> !registry.snapshot().tools().isEmpty());
            McpToolCallbackProvider provider = context.getBean(McpToolCallbackProvider.class);
            assertThat(provider.getToolCallbacks()).isEmpty();
            assertThat(provider.forPrincipal(McpPrincipal.of("bob")).getToolCallbacks())
                    .isEmpty();
            ToolCallback[] ofAnn = provider.forPrincipal(McpPrincipal.of("ann")).getToolCallbacks();
            assertThat(ofAnn).hasSize(2);
            ofAnn[0].call("{}");
            ToolContext ofBob = new ToolContext(Map.of(McpToolContext.PRINCIPAL, McpPrincipal.of("bob")));
            assertThatThrownBy(() -> ofAnn[0].call("{}", ofBob)).hasMessageContaining("The tool no longer exists.");
        });
        assertThat(this.server.requests("tools/call")).hasSize(1);
    }

    @Test
    void modelSeesTheOverridesAndResultsWithinTheLimit() {
        this.reply = Reply.result("{\"content\":[{\"type\":\"text\",\"text\":\"0123456789abc\"}]}");
        this.runner
                .withPropertyValues(
                        "mcp.tools.max-result-length=10",
                        "mcp.servers.files.tools.overrides.read_file.description=Reads a page.",
                        "mcp.servers.files.tools.overrides.read_file.return-direct=true")
                .run(context -> {
                    McpToolRegistry registry = context.getBean(McpToolRegistry.class);
                    await().until(() -> !registry.snapshot().tools().isEmpty());
                    ToolCallback read =
                            context.getBean(McpToolCallbackProvider.class).getToolCallbacks()[0];
                    assertThat(read.getToolDefinition().description()).isEqualTo("Reads a page.");
                    assertThat(read.getToolMetadata().returnDirect()).isTrue();
                    assertThat(read.call("{}")).isEqualTo("0123456789[cut: 10 of 13 characters]");
                });
    }
}
