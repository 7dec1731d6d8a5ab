package io.mcpclient.internal.pipeline;

import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.util.context.ContextView;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpPrincipalContext;
import io.mcpclient.call.CallHandler;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpInterceptor;
import io.mcpclient.call.McpToolApprovalRequest;
import io.mcpclient.call.McpToolUse;
import io.mcpclient.call.ReactiveMcpToolApproval;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.internal.support.SafeText;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.Tool;
import io.mcpclient.settings.McpToolSettings;

/**
 * Stage of one identity that lets tool calls, and requests that a model makes through a tool of the application, wait for
 * approval. Thread-safe.
 *
 * <table>
 * <caption>a call, first match applies</caption>
 * <tr><th>condition</th><th>reaction</th></tr>
 * <tr><td>the policy requires no approval for the tool as last listed</td><td>passed on</td></tr>
 * <tr><td>an earlier decision was to be remembered, for the same principal and definition</td><td>passed on</td></tr>
 * <tr><td>approved</td><td>passed on, with a deadline that begins now</td></tr>
 * <tr><td>denied, no decision in time, error</td><td>rejected, not sent</td></tr>
 * <tr><td>too many calls wait</td><td>rejected as an overload, not sent</td></tr>
 * </table>
 */
public final class ApprovalStage implements McpInterceptor {

    private final McpToolSettings settings;

    private final Function<String, Optional<Tool>> listed;

    private final ReactiveMcpToolApproval approval;

    private final Scheduler threads;

    private final RememberedApprovals remembered;

    private final JsonCodec codec;

    /**
     * Creates the stage of one identity.
     * @param settings policy and time limit
     * @param listed returns the definition of a tool as last listed
     * @param approval decides on calls
     * @param threads threads of approvals, which may block; disposal interrupts them
     * @param remembered decisions of all identities that are to be remembered
     * @param codec converts parameters that are not records of the schema
     */
    public ApprovalStage(
            McpToolSettings settings,
            Function<String, Optional<Tool>> listed,
            ReactiveMcpToolApproval approval,
            Scheduler threads,
            RememberedApprovals remembered,
            JsonCodec codec) {
        this.settings = settings;
        this.listed = listed;
        this.approval = approval;
        this.threads = threads;
        this.remembered = remembered;
        this.codec = codec;
    }

    @Override
    public Mono<Object> intercept(McpCall call, CallHandler next) {
        boolean isToolCall = call.method().equals(McpMethods.TOOLS_CALL);
        McpToolUse use = isToolCall ? null : call.options().toolUse();
        if (!isToolCall && use == null) {
            return next.handle(call);
        }
        CallToolParams params = (use != null)
                ? CallToolParams.of(use.tool().name(), use.arguments())
                : ToolCallParams.of(call, this.codec);
        Tool tool =
                (use != null) ? use.tool() : this.listed.apply(params.name()).orElse(null);
        if (!this.settings.approval().requiresApproval(tool)) {
            return next.handle(call);
        }
        return Mono.deferContextual(context -> approved(call, next, params, tool, context));
    }

    private Mono<Object> approved(
            McpCall call, CallHandler next, CallToolParams params, @Nullable Tool tool, ContextView context) {
        McpPrincipal named = call.options().principal();
        McpPrincipal principal = (named != null) ? named : McpPrincipalContext.current(context);
        RememberedApprovals.Key key = RememberedApprovals.Key.of(principal, params.name(), tool);
        if (this.remembered.contains(key)) {
            return next.handle(call);
        }
        Map<String, Object> arguments = params.arguments();
        McpToolApprovalRequest request = new McpToolApprovalRequest(
                call.serverName(),
                params.name(),
                tool,
                (arguments != null) ? Collections.unmodifiableMap(arguments) : Map.of(),
                principal);
        Duration limit = this.settings.approvalTimeout();
        TimeoutException late = new TimeoutException();
        return Mono.defer(() -> this.approval.decide(request))
                .subscribeOn(this.threads)
                .timeout(limit, Mono.error(late), call.deadline().time().timers())
                .onErrorMap(error -> undecided(call, params, error, late, limit))
                .switchIfEmpty(
                        Mono.error(() -> undecided(call, params, "the approval completed without a decision", null)))
                .flatMap(decision -> {
                    if (!decision.approved()) {
                        return Mono.error(denied(call, params, decision.reason()));
                    }
                    if (decision.remembered()) {
                        this.remembered.add(key);
                    }
                    return next.handle(begunNow(call));
                });
    }

    private static McpRejectedException undecided(
            McpCall call, CallToolParams params, Throwable error, TimeoutException late, Duration limit) {
        if (error == late) {
            return undecided(call, params, "there was no decision within " + limit.toMillis() + " ms", null);
        }
        if (error instanceof RejectedExecutionException) {
            return new McpRejectedException(
                    McpErrorDetails.of(
                                    call.serverName(),
                                    call.method(),
                                    McpOutcome.NOT_SENT,
                                    "too many tool calls wait for approval")
                            .withRemedy("Repeat the call later.")
                            .withCause(error),
                    McpRejectedException.Reason.OVERLOAD);
        }
        return undecided(
                call, params, "the approval failed with " + error.getClass().getSimpleName(), error);
    }

    private static McpRejectedException undecided(
            McpCall call, CallToolParams params, String problem, @Nullable Throwable cause) {
        return new McpRejectedException(
                details(call, params, problem).withCause(cause), McpRejectedException.Reason.DENIED);
    }

    private static McpCall begunNow(McpCall call) {
        return new McpCall(
                call.serverName(),
                call.method(),
                call.params(),
                call.resultType(),
                call.options(),
                call.deadline().restarted(),
                call.progress());
    }

    private static McpRejectedException denied(McpCall call, CallToolParams params, @Nullable String reason) {
        return new McpRejectedException(
                details(call, params, reason),
                McpRejectedException.Reason.DENIED,
                (reason == null || reason.isBlank()) ? null : SafeText.excerpt(reason.strip()));
    }

    private static McpErrorDetails details(McpCall call, CallToolParams params, @Nullable String problem) {
        return McpErrorDetails.of(
                        call.serverName(),
                        call.method(),
                        McpOutcome.NOT_SENT,
                        "the call of tool \"" + params.name() + "\" was not approved"
                                + ((problem != null) ? ": " + problem : ""))
                .withRemedy("Approve the call, or change tools.approval.");
    }
}
