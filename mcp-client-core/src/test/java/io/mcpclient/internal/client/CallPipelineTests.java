package io.mcpclient.internal.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

import io.micrometer.observation.ObservationRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;
import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.call.CallHandler;
import io.mcpclient.call.McpToolApprovalDecision;
import io.mcpclient.internal.operation.OperationCalls;
import io.mcpclient.internal.pipeline.CallChain;
import io.mcpclient.observation.McpObservationSettings;
import io.mcpclient.settings.McpApprovalPolicy;
import io.mcpclient.settings.McpToolPinning;
import io.mcpclient.testkit.ObjectGraph;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;

import static org.assertj.core.api.Assertions.assertThat;

/** The table in {@link CallPipeline} and the list of stages. */
@Timeout(60)
class CallPipelineTests {

    private static final Pattern ROW = Pattern.compile("<tr><td>\\{@(?:link|code) (\\w+)}");

    private static final String AFTER_STAGES = "Connection";

    @Test
    void tableHasTheStagesOfClientThatUsesAllOfThem() throws IOException {
        ObservationRegistry registry = ObservationRegistry.create();
        registry.observationConfig().observationHandler(context -> true);

        assertThat(stages(builder -> builder.interceptor((call, next) -> next.handle(call))
                        .toolInterceptor(call -> call.proceed())
                        .toolApproval(request -> McpToolApprovalDecision.approve())
                        .tools(tools ->
                                tools.withApproval(McpApprovalPolicy.ALL).withPinning(McpToolPinning.WARN))
                        .observation(McpObservationSettings.of(registry))
                        .principals(() -> Mono.just(McpPrincipal.of("ada")))))
                .isEqualTo(table());
    }

    @Test
    void clientWithoutOptionalFeaturesHasOnlyTheOtherStages() {
        assertThat(stages(builder -> builder.retry(retry -> retry.withMaxAttempts(1))
                        .circuitBreaker(breaker -> breaker.withEnabled(false))))
                .containsExactly(
                        "PagesStage",
                        "ToolAudit",
                        "DrainGate",
                        "TaskStage",
                        "OutputStage",
                        "DeadlineStage",
                        "ConcurrencyStage",
                        "DefinitionStage");
    }

    private static List<String> table() throws IOException {
        String source = Files.readString(Path.of("src/main/java/io/mcpclient/internal/client/CallPipeline.java"));
        return ROW.matcher(source)
                .results()
                .map(row -> row.group(1))
                .takeWhile(stage -> !stage.equals(AFTER_STAGES))
                .toList();
    }

    private static List<String> stages(UnaryOperator<McpClientBuilder> features) {
        try (ScriptedHttpServer server = ScriptedHttpServer.legacy();
                McpClient client = features.apply(McpClient.builder("weather").url(server.url()))
                        .build()) {
            server.on("tools/call").reply(Reply.result("{\"content\":[]}"));
            server.on("tools/list").optionally().reply(Reply.result("{\"tools\":[]}"));
            client.callTool("echo", Map.of());
            return ObjectGraph.of(client).stream()
                    .filter(OperationCalls.class::isInstance)
                    .map(calls -> names(((OperationCalls) calls).chain()))
                    .filter(names -> !names.isEmpty())
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static List<String> names(CallHandler chain) {
        List<String> names = new ArrayList<>();
        CallHandler next = chain;
        while (next instanceof CallChain link) {
            names.add(link.stage().getClass().getSimpleName());
            next = link.next();
        }
        return names;
    }
}
