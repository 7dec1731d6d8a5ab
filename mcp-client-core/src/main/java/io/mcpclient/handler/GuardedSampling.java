package io.mcpclient.handler;

import java.util.ArrayDeque;
import java.util.Deque;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

import io.mcpclient.schema.CreateMessageParams;
import io.mcpclient.schema.CreateMessageResult;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.support.TimeSource;

/**
 * Keeps what one server asks of a language model within bounds, for all users together: how often within a minute, and how many
 * tokens at a time. Both together bound what it can spend. Thread-safe.
 *
 * <pre>
 *  request ──► more than so many within a minute ──► refused
 *          └─► maxTokens lowered ──► approval ──► no ──► refused as by the user
 *                                            └─► yes ──► handler
 * </pre>
 *
 * @see "MCP 2025-11-25, client/sampling (SMP-02, SMP-05, SMP-13, SMP-19); fault I11"
 */
public final class GuardedSampling implements ReactiveMcpSamplingHandler {

    private static final Logger logger = LoggerFactory.getLogger(GuardedSampling.class);

    private static final long WINDOW_NANOS = 60_000_000_000L;

    private final ReactiveMcpSamplingHandler handler;

    private final ReactiveMcpSamplingApproval approval;

    private final Budget budget;

    private final TimeSource time;

    /** When the requests within the last minute came. */
    private final Deque<Long> moments = new ArrayDeque<>();

    private long warnedNanos;

    private boolean hasWarned;

    /**
     * How much one server may ask for.
     *
     * @param requestsPerMinute requests within any minute
     * @param maxTokens tokens of one answer: the handler is never asked for more
     */
    public record Budget(int requestsPerMinute, long maxTokens) {

        /** 60 requests a minute, of 16,384 tokens each. */
        public static final Budget DEFAULT = new Budget(60, 16_384);
    }

    /**
     * Guards a handler.
     * @param handler asks the model
     * @param approval decides about each request
     * @param budget what the server may ask for
     * @param time clock of the client
     */
    public GuardedSampling(
            ReactiveMcpSamplingHandler handler, ReactiveMcpSamplingApproval approval, Budget budget, TimeSource time) {
        this.handler = handler;
        this.approval = approval;
        this.budget = budget;
        this.time = time;
    }

    @Override
    public Mono<CreateMessageResult> createMessage(CreateMessageParams params, McpRequestContext context) {
        return Mono.defer(() -> {
            if (!isWithinBudget(context.serverName())) {
                return Mono.error(new McpRequestRefusedException(
                        McpErrorCodes.INTERNAL_ERROR, "Too many sampling requests within a minute"));
            }
            CreateMessageParams bounded = params.withMaxTokens(Math.min(params.maxTokens(), this.budget.maxTokens()));
            return this.approval
                    .approve(bounded, context)
                    .defaultIfEmpty(false)
                    .flatMap(approved -> approved
                            ? this.handler.createMessage(bounded, context)
                            : Mono.error(McpRequestRefusedException.byUser()));
        });
    }

    private synchronized boolean isWithinBudget(String serverName) {
        long now = this.time.nanoTime();
        while (!this.moments.isEmpty() && now - this.moments.getFirst() >= WINDOW_NANOS) {
            this.moments.removeFirst();
        }
        if (this.moments.size() < this.budget.requestsPerMinute()) {
            this.moments.addLast(now);
            return true;
        }
        if (!this.hasWarned || now - this.warnedNanos >= WINDOW_NANOS) {
            this.hasWarned = true;
            this.warnedNanos = now;
            logger.warn(
                    "MCP server \"{}\": it asks for a language model more than {} times within a minute, and is refused. If it"
                            + " should, raise sampling.max-requests-per-minute.",
                    serverName,
                    this.budget.requestsPerMinute());
        }
        return false;
    }

    @Override
    public boolean supportsTools() {
        return this.handler.supportsTools();
    }
}
