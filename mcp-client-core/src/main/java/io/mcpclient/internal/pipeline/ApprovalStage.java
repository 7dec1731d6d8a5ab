package io.mcpclient.internal.pipeline;

import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpPrincipalContext;
import io.mcpclient.call.CallHandler;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpInterceptor;
import io.mcpclient.call.McpToolApprovalRequest;
import io.mcpclient.call.ReactiveMcpToolApproval;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.ListToolsResult;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.PaginatedParams;
import io.mcpclient.schema.Tool;
import io.mcpclient.settings.McpToolSettings;

/**
 * Stage of one identity that lets tool calls wait for approval. It sees the lists of tools, and so knows their annotations.
 * Thread-safe.
 *
 * <table>
 * <caption>a call, first match applies</caption>
 * <tr><th>condition</th><th>reaction</th></tr>
 * <tr><td>the policy requires no approval for the tool as last listed</td><td>passed on</td></tr>
 * <tr><td>an earlier decision was to be remembered, for the same principal and definition</td><td>passed on</td></tr>
 * <tr><td>approved</td><td>passed on, with a deadline that begins now</td></tr>
 * <tr><td>denied, no decision in time, error</td><td>rejected, not sent</td></tr>
 * </table>
 */
public final class ApprovalStage implements McpInterceptor {

    /** Tools beyond this number need approval as if they had not been listed. */
    private static final int MAX_TOOLS = 10_000;

    private final McpToolSettings settings;

    private final ReactiveMcpToolApproval approval;

    private final RememberedApprovals remembered;

    private final JsonCodec codec;

    private final Map<String, Tool> listed = new ConcurrentHashMap<>();

    /**
     * Creates the stage of one identity.
     * @param settings policy and time limit
     * @param approval decides on calls
     * @param remembered decisions of all identities that are to be remembered
     * @param codec converts parameters that are not records of the schema
     */
    public ApprovalStage(
            McpToolSettings settings,
            ReactiveMcpToolApproval approval,
            RememberedApprovals remembered,
            JsonCodec codec) {
        this.settings = settings;
        this.approval = approval;
        this.remembered = remembered;
        this.codec = codec;
    }

    @Override
    public Mono<Object> intercept(McpCall call, CallHandler next) {
        if (call.method().equals(McpMethods.TOOLS_LIST)) {
            boolean isFirst = !(call.params() instanceof PaginatedParams page && page.cursor() != null);
            return next.handle(call).doOnNext(result -> remember(result, isFirst));
        }
        if (!call.method().equals(McpMethods.TOOLS_CALL)) {
            return next.handle(call);
        }
        CallToolParams params = ToolCallParams.of(call, this.codec);
        Tool tool = this.listed.get(params.name());
        if (!this.settings.approval().requiresApproval(tool)) {
            return next.handle(call);
        }
        return Mono.deferContextual(context -> approved(call, next, params, tool, context));
    }

    /** Forgets the listed tools: the server may have been replaced by one whose tools of the same names do something else. */
    public void forgetListed() {
        this.listed.clear();
    }

    /** The first page replaces what is known: a tool that is gone must not keep its annotations. */
    private void remember(Object result, boolean isFirst) {
        if (!(result instanceof ListToolsResult page)) {
            return;
        }
        if (isFirst) {
            this.listed.clear();
        }
        for (Tool tool : page.tools()) {
            if (this.listed.size() < MAX_TOOLS || this.listed.containsKey(tool.name())) {
                this.listed.put(tool.name(), tool);
            }
        }
    }

    private Mono<Object> approved(
            McpCall call, CallHandler next, CallToolParams params, @Nullable Tool tool, ContextView context) {
        McpPrincipal principal = McpPrincipalContext.current(context);
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
                .timeout(limit, Mono.error(late), call.deadline().time().timers())
                .onErrorMap(error -> (error == late)
                        ? denied(call, params, "there was no decision within " + limit.toMillis() + " ms", null)
                        : denied(
                                call,
                                params,
                                "the approval failed with " + error.getClass().getSimpleName(),
                                error))
                .switchIfEmpty(
                        Mono.error(() -> denied(call, params, "the approval completed without a decision", null)))
                .flatMap(decision -> {
                    if (!decision.approved()) {
                        return Mono.error(denied(call, params, decision.reason(), null));
                    }
                    if (decision.remembered()) {
                        this.remembered.add(key);
                    }
                    return next.handle(begunNow(call));
                });
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

    private static McpRejectedException denied(
            McpCall call, CallToolParams params, @Nullable String reason, @Nullable Throwable cause) {
        return new McpRejectedException(
                McpErrorDetails.of(
                                call.serverName(),
                                call.method(),
                                McpOutcome.NOT_SENT,
                                "the call of tool \"" + params.name() + "\" was not approved"
                                        + ((reason != null) ? ": " + reason : ""))
                        .withRemedy("Approve the call, or change tools.approval.")
                        .withCause(cause),
                McpRejectedException.Reason.DENIED);
    }
}
