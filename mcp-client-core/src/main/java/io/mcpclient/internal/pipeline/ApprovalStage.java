package io.mcpclient.internal.pipeline;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpPrincipalContext;
import io.mcpclient.call.CallHandler;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpInterceptor;
import io.mcpclient.call.McpToolApprovalDecision;
import io.mcpclient.call.McpToolApprovalListener;
import io.mcpclient.call.McpToolApprovalRequest;
import io.mcpclient.call.McpToolUse;
import io.mcpclient.call.ReactiveMcpToolApproval;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.Tool;
import io.mcpclient.settings.McpToolSettings;
import io.mcpclient.support.AbandonedWork;
import io.mcpclient.support.ApplicationCode;
import io.mcpclient.support.ListenerCalls;
import io.mcpclient.support.Loggers;
import io.mcpclient.text.SafeText;

/**
 * Stage of one identity that lets tool calls, and requests that a model makes through a tool of the application, wait for
 * approval. Thread-safe.
 *
 * <table>
 * <caption>a call, first match applies</caption>
 * <tr><th>condition</th><th>reaction</th></tr>
 * <tr><td>the policy requires no approval for the tool as last listed, nor for any earlier definition of it</td>
 * <td>passed on</td></tr>
 * <tr><td>an earlier decision was to be remembered, for the same principal, caller and definition</td><td>passed on</td></tr>
 * <tr><td>approved, and the definition is still the same</td><td>passed on, with a deadline that begins now</td></tr>
 * <tr><td>approved, but the definition has changed in the meantime</td><td>asked again, at most {@value #MAX_DECISIONS} times;
 * then rejected</td></tr>
 * <tr><td>denied, no decision in time, error</td><td>rejected, not sent</td></tr>
 * <tr><td>too many calls wait</td><td>rejected as an overload, not sent</td></tr>
 * </table>
 */
public final class ApprovalStage implements McpInterceptor {

    /** Maximum number of decisions on one call. */
    static final int MAX_DECISIONS = 3;

    private static final Logger logger = Loggers.APPROVAL;

    private final Shared shared;

    private final Function<String, Optional<Tool>> listed;

    /**
     * Creates the stage of one identity.
     * @param shared parts of the client
     * @param listed returns the definition of a tool as last listed
     */
    public ApprovalStage(Shared shared, Function<String, Optional<Tool>> listed) {
        this.shared = shared;
        this.listed = listed;
    }

    /**
     * Parts of one client that all identities share.
     *
     * @param settings policy and time limit
     * @param approval decides on calls
     * @param listeners receive the decisions
     * @param listenerCalls calls the listeners
     * @param dangerous tools that have needed approval before
     * @param remembered decisions that are to be remembered
     * @param threads threads of approvals and listeners, which may block; disposal interrupts them
     * @param codec converts parameters that are not records of the schema
     */
    public record Shared(
            McpToolSettings settings,
            ReactiveMcpToolApproval approval,
            List<McpToolApprovalListener> listeners,
            ListenerCalls listenerCalls,
            DangerousTools dangerous,
            RememberedApprovals remembered,
            Scheduler threads,
            JsonCodec codec) {}

    @Override
    public Mono<Object> intercept(McpCall call, CallHandler next) {
        boolean isToolCall = call.method().equals(McpMethods.TOOLS_CALL);
        McpToolUse use = isToolCall ? null : call.options().toolUse();
        if (!isToolCall && use == null) {
            return next.handle(call);
        }
        CallToolParams params = (use != null)
                ? CallToolParams.of(use.tool().name(), use.arguments())
                : ToolCallParams.of(call, this.shared.codec());
        boolean wasDangerous = isToolCall && this.shared.dangerous().contains(params.name());
        if (!wasDangerous && !this.shared.settings().approval().requiresApproval(definition(use, params))) {
            return next.handle(call);
        }
        return Mono.deferContextual(context -> {
            McpPrincipal named = call.options().principal();
            McpPrincipal principal = (named != null) ? named : McpPrincipalContext.current(context);
            return approved(new Waiting(call, use, params, principal), 1).flatMap(next::handle);
        });
    }

    /**
     * A call that needs approval.
     *
     * @param call the call
     * @param use tool of the application that makes the call, {@code null} if it is the call of a tool
     * @param params name and arguments of the tool
     * @param principal principal on whose behalf the call is made, {@code null} if unknown
     */
    private record Waiting(
            McpCall call,
            @Nullable McpToolUse use,
            CallToolParams params,
            @Nullable McpPrincipal principal) {

        McpToolApprovalRequest request(@Nullable Tool tool) {
            Map<String, Object> arguments = this.params.arguments();
            return new McpToolApprovalRequest(
                    this.call.serverName(),
                    this.params.name(),
                    tool,
                    (arguments != null) ? Collections.unmodifiableMap(arguments) : Map.of(),
                    this.principal,
                    this.call.options().caller());
        }

        RememberedApprovals.Key key(@Nullable Tool tool) {
            return RememberedApprovals.Key.of(
                    this.principal, this.call.options().caller(), this.params.name(), tool);
        }
    }

    private @Nullable Tool definition(@Nullable McpToolUse use, CallToolParams params) {
        return (use != null) ? use.tool() : this.listed.apply(params.name()).orElse(null);
    }

    /** Returns the call that may be sent. A server may change the definition while it is reviewed. */
    private Mono<McpCall> approved(Waiting waiting, int decisions) {
        McpCall call = waiting.call();
        CallToolParams params = waiting.params();
        Tool tool = definition(waiting.use(), params);
        RememberedApprovals.Key key = waiting.key(tool);
        if (this.shared.remembered().contains(key)) {
            return Mono.just(call);
        }
        return decision(waiting, tool).flatMap(decision -> {
            if (!decision.approved()) {
                return reported(waiting, tool, decision, Mono.error(denied(call, params, decision.reason())));
            }
            Tool current = definition(waiting.use(), params);
            if (!key.equals(waiting.key(current))) {
                Mono<McpCall> again = (decisions < MAX_DECISIONS)
                        ? Mono.defer(() -> approved(waiting, decisions + 1))
                        : Mono.error(undecided(
                                call, params, "its definition has changed during each of the decisions", null));
                return reported(waiting, tool, McpToolApprovalDecision.approve(), again);
            }
            boolean isRemembered =
                    decision.remembered() && this.shared.remembered().add(key);
            return reported(
                    waiting,
                    tool,
                    isRemembered ? decision : McpToolApprovalDecision.approve(),
                    Mono.fromSupplier(() -> begunNow(call)));
        });
    }

    /** Continues when the listeners have received a decision. */
    private <T> Mono<T> reported(
            Waiting waiting, @Nullable Tool tool, McpToolApprovalDecision decision, Mono<T> continuation) {
        if (this.shared.listeners().isEmpty()) {
            return continuation;
        }
        McpToolApprovalRequest request = waiting.request(tool);
        return Mono.fromRunnable(() -> this.shared.listeners().forEach(listener -> this.shared
                        .listenerCalls()
                        .run(
                                request.serverName(),
                                "approvals",
                                listener,
                                () -> listener.onToolApproval(request, decision))))
                .subscribeOn(this.shared.threads())
                .onErrorResume(RejectedExecutionException.class, full -> {
                    logger.warn(
                            "MCP server \"{}\": a decision on tool \"{}\" was not reported: too many calls wait for approval",
                            request.serverName(),
                            SafeText.excerpt(request.toolName()));
                    return Mono.empty();
                })
                .then(continuation);
    }

    private Mono<McpToolApprovalDecision> decision(Waiting waiting, @Nullable Tool tool) {
        McpCall call = waiting.call();
        CallToolParams params = waiting.params();
        Duration limit = this.shared.settings().approvalTimeout();
        TimeoutException late = new TimeoutException();
        Mono<McpToolApprovalDecision> decided = Mono.defer(
                        () -> this.shared.approval().decide(waiting.request(tool)))
                .subscribeOn(this.shared.threads())
                .timeout(limit, Mono.error(late), call.deadline().time().timers());
        return AbandonedWork.quiet(decided)
                .onErrorMap(error -> undecided(call, params, error, late, limit))
                .switchIfEmpty(
                        Mono.error(() -> undecided(call, params, "the approval completed without a decision", null)))
                .onErrorResume(
                        McpRejectedException.class,
                        error -> (error.reason() == McpRejectedException.Reason.DENIED)
                                ? reported(
                                        waiting, tool, McpToolApprovalDecision.deny(error.problem()), Mono.error(error))
                                : Mono.error(error));
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
        return undecided(call, params, "the approval failed with " + ApplicationCode.describe(error), error);
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
