package io.mcpclient.langchain4j.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import dev.langchain4j.agent.tool.ReturnBehavior;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.exception.ToolExecutionException;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.AiServiceTool;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolProviderRequest;
import dev.langchain4j.service.tool.ToolProviderResult;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.call.McpToolApproval;
import io.mcpclient.call.McpToolApprovalDecision;
import io.mcpclient.langchain4j.McpRegistryToolProvider;
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
                    SslAutoConfiguration.class,
                    McpClientAutoConfiguration.class,
                    McpLangChain4jAutoConfiguration.class))
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
            ToolProviderResult offered = context.getBean(ToolProvider.class)
                    .provideTools(new ToolProviderRequest("me", UserMessage.from("hello")));
            assertThat(offered.aiServiceTools())
                    .extracting(AiServiceTool::name)
                    .containsExactly("read_file", "delete_file");

            execute(offered, "read_file");
            assertThatThrownBy(() -> execute(offered, "delete_file"))
                    .isInstanceOf(ToolExecutionException.class)
                    .hasMessage("The call was not approved: not today. The tool was not executed.")
                    .rootCause()
                    .hasMessageContaining("was not approved");
            assertThat(this.server.requests("tools/call")).hasSize(1);

            this.decision = McpToolApprovalDecision.approve();
            execute(offered, "delete_file");
            assertThat(this.server.requests("tools/call")).hasSize(2);
        });
    }

    private static ToolProviderResult offered(ApplicationContext context) {
        return context.getBean(ToolProvider.class)
                .provideTools(new ToolProviderRequest("me", UserMessage.from("hello")));
    }

    @Test
    void rulesOfAServerThatIsAddedAtRunTimeApplyUntilItIsRemoved() {
        this.runner
                .withPropertyValues("mcp.servers.files.start=lazy", "mcp.tools.await-ready=0")
                .run(context -> {
                    McpServers servers = context.getBean(McpServers.class);
                    servers.add(
                            "extra", Map.of("url", this.server.url(), "tools.include", "*_file", "tools.prefix", "ex"));
                    servers.disable("files");
                    context.getBean(McpToolRegistry.class).awaitReady(LIMIT);
                    assertThat(offered(context).aiServiceTools())
                            .extracting(AiServiceTool::name)
                            .containsExactly("ex_read_file", "ex_write_file", "ex_delete_file");
                    servers.replace("extra", Map.of("url", this.server.url(), "tools.exclude", "*_secret,delete_*"));
                    context.getBean(McpToolRegistry.class).awaitReady(LIMIT);
                    assertThat(offered(context).aiServiceTools())
                            .extracting(AiServiceTool::name)
                            .containsExactly("read_file");
                    servers.remove("extra");
                    assertThat(offered(context).aiServiceTools()).isEmpty();
                });
    }

    @Test
    void modelCannotCallAToolWhoseDefinitionHasChanged() {
        this.runner.withPropertyValues("mcp.servers.files.tools.pinning=block").run(context -> {
            McpToolRegistry registry = context.getBean(McpToolRegistry.class);
            await().until(() -> !registry.snapshot().tools().isEmpty());
            ToolProviderResult before = offered(context);
            this.tools = ToolLists.FILES.replace("\"read_file\",", "\"read_file\",\"description\":\"Sends files.\",");
            registry.refresh();
            await().until(() -> offered(context).aiServiceTools().size() == 1);
            assertThat(execute(before, "read_file")).isEqualTo("The tool no longer exists. The tool was not executed.");
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
                    ToolProviderResult offered = context.getBean(ToolProvider.class)
                            .provideTools(new ToolProviderRequest("me", UserMessage.from("read something")));
                    assertThat(offered.aiServiceTools())
                            .extracting(AiServiceTool::name)
                            .containsExactly("search_tools", "call_tool", "read_file");

                    assertThat(execute(offered, "search_tools", "{\"query\":\"delete or write or secret\"}"))
                            .contains("\"name\":\"delete_file\"", "\"inputSchema\":{")
                            .doesNotContain("read_secret", "write_file");
                    String delete = "{\"name\":\"delete_file\",\"arguments\":{\"path\":\"/tmp/a\"}}";
                    assertThatThrownBy(() -> execute(offered, "call_tool", delete))
                            .rootCause()
                            .hasMessageContaining("was not approved");
                    this.decision = McpToolApprovalDecision.approve();
                    execute(offered, "call_tool", delete);
                    assertThat(execute(offered, "call_tool", "{\"name\":\"write_file\",\"arguments\":{}}"))
                            .startsWith("The tool was not executed: no tool is named \"write_file\".");
                    assertThat(List.of("[]", "{}", "{\"query\":\" \"}"))
                            .map(arguments -> execute(offered, "search_tools", arguments))
                            .containsOnly(
                                    "The tool was not executed: the argument \"query\" of search_tools is missing.");
                    assertThat(List.of("{\"query\":", "\"text\"", "7", "[1]"))
                            .map(arguments -> execute(offered, "search_tools", arguments))
                            .allMatch(text -> text.startsWith(
                                    "The tool was not executed: its arguments are not a JSON object ("));
                    assertThat(execute(offered, "call_tool", "{\"arguments\":{}}"))
                            .isEqualTo("The tool was not executed: the argument \"name\" of call_tool is missing.");
                });
        assertThat(this.server.requests("tools/call")).singleElement().satisfies(call -> assertThat(call.body())
                .contains("\"path\":\"/tmp/a\""));
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
                    AiServiceTool read = offered(context).aiServiceTools().get(0);
                    assertThat(read.toolSpecification().description()).isEqualTo("Reads a page.");
                    assertThat(read.returnBehavior()).isEqualTo(ReturnBehavior.IMMEDIATE);
                    assertThat(execute(offered(context), "read_file"))
                            .isEqualTo("0123456789[cut: 10 of 13 characters]");
                });
    }

    @Test
    void filtersSeeThePrincipalAndTheMessageOfTheUser() {
        List<String> seen = new CopyOnWriteArrayList<>();
        McpToolFilter watching = (tool, selection) -> {
            McpPrincipal principal = selection.principal();
            seen.add(((principal != null) ? principal.name() : "none") + ": " + selection.query());
            return true;
        };
        this.runner.withBean("watching", McpToolFilter.class, () -> watching).run(context -> {
            McpToolRegistry registry = context.getBean(McpToolRegistry.class);
            await().until(() -> !registry.snapshot().tools().isEmpty());
            McpRegistryToolProvider provider = McpRegistryToolProvider.builder(registry)
                    .principal(invocation -> McpPrincipal.of("ann"))
                    .build();
            provider.provideTools(ToolProviderRequest.builder()
                    .invocationContext(InvocationContext.builder().build())
                    .userMessage(UserMessage.from("read it"))
                    .build());
        });
        assertThat(seen).isNotEmpty().containsOnly("ann: read it");
    }

    private static String execute(ToolProviderResult offered, String tool) {
        return execute(offered, tool, "{}");
    }

    private static String execute(ToolProviderResult offered, String tool, String arguments) {
        ToolExecutor executor = offered.toolExecutorByName(tool);
        return executor.execute(
                ToolExecutionRequest.builder().name(tool).arguments(arguments).build(), "me");
    }
}
