package io.mcpclient.internal.pipeline;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;

import io.mcpclient.call.CallProgress;
import io.mcpclient.call.Deadline;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.call.McpToolApprovalDecision;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.settings.McpApprovalPolicy;
import io.mcpclient.settings.McpToolSettings;
import io.mcpclient.support.ListenerCalls;
import io.mcpclient.testkit.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;

class ApprovalStageTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final VirtualTime time = new VirtualTime();

    @Test
    void callWithoutAnAvailableApprovalThreadIsRejectedAsOverload() {
        Scheduler full = Schedulers.newSingle("full");
        full.dispose(); // rejects every task, as a full queue does
        ApprovalStage stage = new ApprovalStage(
                new ApprovalStage.Shared(
                        McpToolSettings.defaults().withApproval(McpApprovalPolicy.ALL),
                        request -> Mono.just(McpToolApprovalDecision.approve()),
                        List.of(),
                        new ListenerCalls(),
                        new DangerousTools(McpApprovalPolicy.ALL),
                        new RememberedApprovals("files"),
                        full,
                        new JsonCodec(JsonLimits.DEFAULT)),
                name -> Optional.empty());
        McpCall call = new McpCall(
                "files",
                "tools/call",
                CallToolParams.of("read", Map.of()),
                Object.class,
                McpCallOptions.defaults(),
                Deadline.after(this.time, LIMIT, LIMIT),
                new CallProgress());
        StepVerifier.create(stage.intercept(call, next -> Mono.error(new AssertionError("was sent"))))
                .expectErrorSatisfies(
                        error -> assertThat(error).isInstanceOfSatisfying(McpRejectedException.class, rejected -> {
                            assertThat(rejected.reason()).isEqualTo(McpRejectedException.Reason.OVERLOAD);
                            assertThat(rejected.outcome()).isEqualTo(McpOutcome.NOT_SENT);
                            assertThat(rejected).hasMessageContaining("too many tool calls wait for approval");
                        }))
                .verify(LIMIT);
    }
}
