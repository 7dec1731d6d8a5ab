package io.mcpclient.internal.inbound;

import java.util.ArrayDeque;
import java.util.Deque;

import org.slf4j.Logger;
import reactor.core.publisher.Mono;

import io.mcpclient.handler.McpRequestContext;
import io.mcpclient.handler.McpRequestRefusedException;
import io.mcpclient.handler.ReactiveMcpSamplingApproval;
import io.mcpclient.handler.ReactiveMcpSamplingHandler;
import io.mcpclient.schema.CreateMessageParams;
import io.mcpclient.schema.CreateMessageResult;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.settings.McpSamplingSettings;
import io.mcpclient.support.Loggers;
import io.mcpclient.time.TimeSource;

/**
 * Sampling handler that enforces the budget and the approval for one server, across all users: the requests per minute, and
 * the tokens per request. Together they bound the server's spending. Thread-safe.
 *
 * <pre>
 *  request ──► over the requests per minute ──► rejected
 *          └─► maxTokens lowered ──► approval ──► no ──► rejected as by the user
 *                                            └─► yes ──► handler
 * </pre>
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/client/sampling">MCP: Sampling</a>
 */
public final class GuardedSampling implements ReactiveMcpSamplingHandler {

    private static final Logger logger = Loggers.HANDLERS;

    private static final long WINDOW_NANOS = 60_000_000_000L;

    private final ReactiveMcpSamplingHandler handler;

    private final ReactiveMcpSamplingApproval approval;

    private final McpSamplingSettings budget;

    private final TimeSource time;

    /** Times of the requests within the last minute. */
    private final Deque<Long> moments = new ArrayDeque<>();

    private long warnedNanos;

    private boolean hasWarned;

    /**
     * Creates a guard of a handler.
     * @param handler calls the model
     * @param approval decides about each request
     * @param budget budget of the server
     * @param time clock of the client
     */
    public GuardedSampling(
            ReactiveMcpSamplingHandler handler,
            ReactiveMcpSamplingApproval approval,
            McpSamplingSettings budget,
            TimeSource time) {
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
            return this.approval.respond(bounded, context, this.handler);
        });
    }

    private synchronized boolean isWithinBudget(String serverName) {
        long now = this.time.nanoTime();
        while (!this.moments.isEmpty() && now - this.moments.getFirst() >= WINDOW_NANOS) {
            this.moments.removeFirst();
        }
        if (this.moments.size() < this.budget.maxRequestsPerMinute()) {
            this.moments.addLast(now);
            return true;
        }
        if (!this.hasWarned || now - this.warnedNanos >= WINDOW_NANOS) {
            this.hasWarned = true;
            this.warnedNanos = now;
            logger.warn(
                    "MCP server \"{}\": rejected a sampling request: more than {} within a minute. If the server needs"
                            + " more, raise sampling.max-requests-per-minute.",
                    serverName,
                    this.budget.maxRequestsPerMinute());
        }
        return false;
    }

    @Override
    public boolean supportsTools() {
        return this.handler.supportsTools();
    }
}
