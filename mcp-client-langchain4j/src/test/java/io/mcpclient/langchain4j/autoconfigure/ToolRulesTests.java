package io.mcpclient.langchain4j.autoconfigure;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.UserMessage;
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

import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.call.McpToolApproval;
import io.mcpclient.call.McpToolApprovalDecision;
import io.mcpclient.registry.McpToolFilter;
import io.mcpclient.registry.McpToolRegistry;
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

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

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
            .withBean(McpToolApproval.class, () -> request -> McpToolApprovalDecision.deny("not today"));

    @BeforeEach
    void offerTools() {
        this.server.on("tools/list").optionally().reply(Reply.result(ToolLists.FILES));
        this.server.on("tools/call").optionally().reply(Reply.result("{\"content\":[]}"));
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
                    .rootCause()
                    .hasMessageContaining("was not approved");
        });
        assertThat(this.server.requests("tools/call")).hasSize(1);
    }

    private static void execute(ToolProviderResult offered, String tool) {
        ToolExecutor executor = offered.toolExecutorByName(tool);
        executor.execute(
                ToolExecutionRequest.builder().name(tool).arguments("{}").build(), "me");
    }
}
