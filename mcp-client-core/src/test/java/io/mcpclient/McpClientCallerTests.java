package io.mcpclient;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import ch.qos.logback.classic.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.call.McpToolApprovalDecision;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.settings.McpApprovalPolicy;
import io.mcpclient.settings.McpToolPinning;
import io.mcpclient.testkit.CapturedLog;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Calls of something that acts on its own, such as a view: approvals and the audit name it; and what is pinned of its tools. */
@Timeout(60)
class McpClientCallerTests {

    private static final McpCallOptions BY_VIEW = McpCallOptions.defaults().withCaller("view ui://shop/chart");

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    @AfterEach
    void close() {
        this.server.close();
    }

    // APP-25: what was approved for a model is not approved for a view
    @Test
    void rememberedApprovalOfAModelDoesNotApplyToAView() {
        List<String> asked = new CopyOnWriteArrayList<>();
        McpClientBuilder builder = McpClient.builder("shop")
                .url(this.server.url())
                .tools(tools -> tools.withApproval(McpApprovalPolicy.ALL))
                .principals(() -> Mono.just(McpPrincipal.of("ada")))
                .toolApproval(request -> {
                    asked.add(String.valueOf(request.caller()));
                    return McpToolApprovalDecision.approveAndRemember();
                });
        try (McpClient client = this.invariants.build(builder)) {
            client.listTools();
            client.callTool("echo", Map.of());
            client.callTool("echo", Map.of());
            client.callTool("echo", Map.of(), BY_VIEW);
            client.callTool("echo", Map.of(), BY_VIEW);
        }
        assertThat(asked).containsExactly("null", "view ui://shop/chart");
    }

    // APP-25, APP-37
    @Test
    void auditNamesTheCallerAndTheServerDoesNotLearnIt() {
        try (CapturedLog log =
                        CapturedLog.of("io.mcpclient.audit").at(Level.DEBUG).open();
                McpClient client =
                        this.invariants.build(McpClient.builder("shop").url(this.server.url()))) {
            client.callTool("echo", Map.of(), BY_VIEW);
            client.callTool("echo", Map.of());
            assertThat(log.messages().stream().filter(line -> line.contains("\"shop\"")))
                    .satisfiesExactly(
                            line -> assertThat(line).contains("tool \"echo\" by view ui://shop/chart: ok"),
                            line -> assertThat(line).contains("tool \"echo\": ok"));
        }
        assertThat(this.server.requests()).noneMatch(request -> request.body().contains("ui://shop/chart"));
    }

    @Test
    void blankCallerIsRejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> McpCallOptions.defaults().withCaller(" "));
        assertThat(McpCallOptions.defaults().caller()).isNull();
    }

    // APP-07
    @Test
    void changedMetadataOfAViewIsAChangeOfAPinnedTool() {
        this.server
                .on("tools/list")
                .reply(Reply.result(list("{\"ui\":{\"resourceUri\":\"ui://shop/chart\",\"visibility\":[\"app\"]}}")));
        this.server
                .on("tools/list")
                .always()
                .reply(Reply.result(list("{\"ui\":{\"resourceUri\":\"ui://shop/chart\"}}")));
        try (McpClient client = this.invariants.build(McpClient.builder("shop")
                .url(this.server.url())
                .tools(tools -> tools.withPinning(McpToolPinning.BLOCK)))) {
            assertThat(client.listTools()).hasSize(1);
            assertThat(client.listTools()).isEmpty();
            assertThatExceptionOfType(McpRejectedException.class)
                    .isThrownBy(() -> client.callTool("echo", Map.of()))
                    .extracting(McpRejectedException::reason)
                    .isEqualTo(McpRejectedException.Reason.UNAPPROVED_TOOL);
        }
        assertThat(this.server.requests("tools/call")).isEmpty();
    }

    private static String list(String meta) {
        return "{\"tools\":[{\"name\":\"echo\",\"inputSchema\":{\"type\":\"object\"},\"_meta\":" + meta + "}]}";
    }
}
