package io.mcpclient.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import io.mcpclient.McpClient;
import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpPrincipalContext;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.registry.McpRegisteredTool;
import io.mcpclient.registry.McpToolFilter;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.registry.McpToolSelection;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.ToolLists;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** Which tools of a server the registry has, offers and calls. */
@Timeout(60)
class McpToolExposureAutoConfigurationTests {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, McpClientAutoConfiguration.class))
            .withPropertyValues("mcp.servers.files.url=" + this.server.url());

    @BeforeEach
    void offerTools() {
        this.server.on("tools/list").optionally().reply(Reply.result(ToolLists.FILES));
        this.server.on("tools/call").optionally().reply(Reply.result("{\"content\":[]}"));
    }

    @AfterEach
    void close() {
        this.server.close();
    }

    private static McpToolRegistry listed(AssertableApplicationContext context) {
        McpToolRegistry registry = context.getBean(McpToolRegistry.class);
        await().until(() -> !registry.snapshot().tools().isEmpty());
        return registry;
    }

    private static List<String> names(List<McpRegisteredTool> tools) {
        return tools.stream().map(McpRegisteredTool::name).toList();
    }

    @Test
    void patternsSelectTheToolsOfTheRegistry() {
        this.runner
                .withPropertyValues(
                        "mcp.servers.files.tools.include=read_*,write_file", "mcp.servers.files.tools.exclude=*_secret")
                .run(context -> {
                    McpToolRegistry registry = listed(context);
                    assertThat(names(registry.snapshot().tools())).containsExactly("read_file", "write_file");
                    assertThatExceptionOfType(McpRejectedException.class)
                            .isThrownBy(() -> registry.callTool("read_secret", Map.of()))
                            .satisfies(failure ->
                                    assertThat(failure.reason()).isEqualTo(McpRejectedException.Reason.UNKNOWN_TOOL));
                    assertThat(context.getBean(McpClient.class).listTools()).hasSize(4);
                });
        assertThat(this.server.requests("tools/call")).isEmpty();
    }

    @Test
    void defaultsApplyToServersWithoutPatterns() {
        this.runner.withPropertyValues("mcp.defaults.tools.exclude=delete_*").run(context -> assertThat(
                        names(listed(context).snapshot().tools()))
                .containsExactly("read_file", "read_secret", "write_file"));
    }

    @Test
    void dotIsNoWildcard() {
        this.runner
                .withPropertyValues("mcp.servers.files.tools.exclude=read.file")
                .run(context -> assertThat(listed(context).snapshot().tools()).hasSize(4));
    }

    @Test
    void emptyPatternFailsTheStart() {
        this.runner.withPropertyValues("mcp.servers.files.tools.include[0]=").run(context -> assertThat(context)
                .hasFailed()
                .getFailure()
                .rootCause()
                .isInstanceOf(McpConfigurationException.class)
                .hasMessageContaining("mcp.servers.files.tools.include has an empty pattern"));
    }

    @Test
    void patternsOfADisabledServerAreNotValidated() {
        this.runner
                .withPropertyValues("mcp.servers.off.enabled=false", "mcp.servers.off.tools.include[0]=")
                .run(context -> assertThat(listed(context).snapshot().tools()).hasSize(4));
    }

    @Test
    void filterAppliesToSelectionsAndCallsByPrincipal() {
        McpToolFilter operators = (tool, selection) -> {
            McpPrincipal principal = selection.principal();
            return tool.name().startsWith("read_")
                    || (principal != null && principal.name().equals("operator"));
        };
        this.runner.withBean(McpToolFilter.class, () -> operators).run(context -> {
            McpToolRegistry registry = listed(context);
            assertThat(names(registry.select(McpToolSelection.all()).tools()))
                    .containsExactly("read_file", "read_secret");
            McpToolSelection ofOperator = McpToolSelection.all().principal(McpPrincipal.of("operator"));
            assertThat(registry.select(ofOperator).tools()).hasSize(4);

            assertThatExceptionOfType(McpRejectedException.class)
                    .isThrownBy(() -> registry.callTool("write_file", Map.of()));
            McpCallOptions asOperator = McpCallOptions.defaults().withPrincipal(McpPrincipal.of("operator"));
            assertThat(registry.callTool("write_file", Map.of(), asOperator)).isNotNull();
            assertThat(registry.callToolReactive("write_file", Map.of(), McpCallOptions.defaults())
                            .contextWrite(McpPrincipalContext.of(McpPrincipal.of("operator")))
                            .block(LIMIT))
                    .isNotNull();
        });
        assertThat(this.server.requests("tools/call")).hasSize(2);
    }

    @Test
    void filterThatThrowsRejectsTheTool() {
        this.runner
                .withBean(McpToolFilter.class, () -> (tool, selection) -> {
                    if (tool.name().equals("delete_file")) {
                        throw new IllegalStateException("no answer");
                    }
                    return true;
                })
                .run(context -> assertThat(names(
                                listed(context).select(McpToolSelection.all()).tools()))
                        .containsExactly("read_file", "read_secret", "write_file"));
    }
}
