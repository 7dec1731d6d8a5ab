package io.mcpclient.internal.inbound;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.Mono;

import io.mcpclient.handler.McpRequestContext;
import io.mcpclient.handler.ReactiveMcpSamplingApproval;
import io.mcpclient.handler.ReactiveMcpSamplingHandler;
import io.mcpclient.schema.CreateMessageParams;
import io.mcpclient.schema.CreateMessageResult;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.settings.McpSamplingSettings;
import io.mcpclient.testkit.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;

/** Fault I11: a server that has our model work for it. */
@Timeout(60)
class GuardedSamplingTests {

    private static final String METHOD = "sampling/createMessage";

    private static final ProtocolRevision LATEST = ProtocolRevision.V2025_11_25;

    private final VirtualTime time = new VirtualTime();

    private final List<CreateMessageParams> asked = new CopyOnWriteArrayList<>();

    private final List<CreateMessageParams> shown = new CopyOnWriteArrayList<>();

    private Mono<Boolean> approval = Mono.just(true);

    private final ServerRequestFixture client = asked((params, context) -> {
        this.shown.add(params);
        return this.approval;
    });

    private ServerRequestFixture asked(ReactiveMcpSamplingApproval approval) {
        return new ServerRequestFixture(McpHandlers.none()
                .with(
                        ReactiveMcpSamplingHandler.class,
                        new GuardedSampling(
                                (params, context) -> {
                                    this.asked.add(params);
                                    return Mono.just(CreateMessageResult.text("m", "hi"));
                                },
                                approval,
                                new McpSamplingSettings(3, 1000),
                                this.time)));
    }

    @AfterEach
    void close() {
        this.client.close();
    }

    private static String request(long maxTokens) {
        return "{\"maxTokens\":" + maxTokens + ",\"includeContext\":\"allServers\",\"messages\":[{\"role\":\"user\","
                + "\"content\":{\"type\":\"text\",\"text\":\"hello\"}}]}";
    }

    private String ask() {
        return this.client.answer(METHOD, request(5), LATEST);
    }

    private String refusal() {
        return this.client.refusal(METHOD, request(5), LATEST);
    }

    // I11, SMP-19: a refused request uses no budget and calls no handler; the budget renews after a minute
    @Test
    void createMessageWhenTheBudgetIsExhaustedIsRejectedUntilItRenews() {
        ask();
        this.time.advance(Duration.ofSeconds(30));
        ask();
        ask();
        for (int i = 0; i < 100; i++) {
            assertThat(refusal()).isEqualTo("-32603 Too many sampling requests within a minute");
        }
        assertThat(this.asked).hasSize(3);
        assertThat(this.shown).hasSize(3);

        this.time.advance(Duration.ofSeconds(30));
        assertThat(ask()).contains("\"hi\"");
        assertThat(refusal()).startsWith("-32603");
        assertThat(this.asked).hasSize(4);
    }

    // I11, SMP-05: both who approves and who asks the model see what it will be asked for
    @Test
    void createMessageLimitsMaxTokensToTheBudget() {
        this.client.answer(METHOD, request(10_000_000), LATEST);
        this.client.answer(METHOD, request(7), LATEST);

        assertThat(this.asked).extracting(CreateMessageParams::maxTokens).containsExactly(1000L, 7L);
        assertThat(this.shown).isEqualTo(this.asked);
    }

    // I11, SMP-13
    @Test
    void createMessageWhenNotApprovedIsRejectedAsIfByTheUser() {
        this.approval = Mono.just(false);
        assertThat(refusal()).isEqualTo("-1 User rejected the request");
        this.approval = Mono.empty();
        assertThat(refusal()).isEqualTo("-1 User rejected the request");
        this.approval = Mono.error(new IllegalStateException("s3cret"));
        assertThat(refusal()).isEqualTo("-32603 Internal error");
        assertThat(this.asked).isEmpty();
    }

    @Test
    void approvalRespondsInPlaceOfTheHandler() {
        ReactiveMcpSamplingApproval writing = new ReactiveMcpSamplingApproval() {

            @Override
            public Mono<Boolean> approve(CreateMessageParams params, McpRequestContext context) {
                throw new AssertionError("it responds itself");
            }

            @Override
            public Mono<CreateMessageResult> respond(
                    CreateMessageParams params, McpRequestContext context, ReactiveMcpSamplingHandler handler) {
                return Mono.just(CreateMessageResult.text("a person", "by hand"));
            }
        };
        try (ServerRequestFixture written = asked(writing)) {
            assertThat(written.answer(METHOD, request(5), LATEST)).contains("\"by hand\"");
        }
        assertThat(this.asked).isEmpty();
    }

    // I11: one that blocks does so on a thread that may
    @Test
    void createMessageSupportsBlockingApprovals() {
        try (ServerRequestFixture blocking =
                asked(ReactiveMcpSamplingApproval.of((params, context) -> params.maxTokens() < 10))) {
            assertThat(blocking.answer(METHOD, request(5), LATEST)).contains("\"hi\"");
            assertThat(blocking.refusal(METHOD, request(50), LATEST)).isEqualTo("-1 User rejected the request");
        }
    }
}
