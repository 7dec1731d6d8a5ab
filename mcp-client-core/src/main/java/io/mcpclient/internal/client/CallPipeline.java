package io.mcpclient.internal.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.call.CallHandler;
import io.mcpclient.call.McpInterceptor;
import io.mcpclient.call.ReactiveMcpToolApproval;
import io.mcpclient.internal.identity.PrincipalCalls;
import io.mcpclient.internal.inbound.InboundThreads;
import io.mcpclient.internal.observation.McpClientObservations;
import io.mcpclient.internal.observation.ToolAudit;
import io.mcpclient.internal.operation.DefinitionStage;
import io.mcpclient.internal.operation.KnownTools;
import io.mcpclient.internal.pipeline.ApprovalStage;
import io.mcpclient.internal.pipeline.CallChain;
import io.mcpclient.internal.pipeline.DangerousTools;
import io.mcpclient.internal.pipeline.DrainGate;
import io.mcpclient.internal.pipeline.InterceptorStage;
import io.mcpclient.internal.pipeline.RememberedApprovals;
import io.mcpclient.internal.pipeline.Resilience;
import io.mcpclient.internal.pipeline.ToolInterceptorStage;
import io.mcpclient.internal.support.ListenerCalls;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.settings.McpApprovalPolicy;
import io.mcpclient.settings.McpToolSettings;

/**
 * The stages of a call, from the API to the wire. A call passes each of them once, in this order:
 *
 * <table>
 * <caption>stages</caption>
 * <tr><th>stage</th><th>what it does</th><th>absent without</th></tr>
 * <tr><td>{@link PrincipalCalls}</td><td>puts the principal into the context</td><td>resolver of principals</td></tr>
 * <tr><td>{@link McpClientObservations}</td><td>observes the operation</td><td>full observation</td></tr>
 * <tr><td>{@link ToolAudit}</td><td>logs who called which tool</td><td></td></tr>
 * <tr><td>{@link DrainGate}</td><td>holds or rejects calls while the client ends its session, and counts the others</td><td></td></tr>
 * <tr><td>{@link McpInterceptor}</td><td>whatever the application wants</td><td>interceptors</td></tr>
 * <tr><td>{@link ApprovalStage}</td><td>lets tool calls wait for approval</td><td>policy for approval</td></tr>
 * <tr><td>{@link ToolInterceptorStage}</td><td>runs the blocking interceptors of tool calls</td><td>such interceptors</td></tr>
 * <tr><td>{@code DeadlineStage}</td><td>ends everything below at the deadline</td><td></td></tr>
 * <tr><td>{@code RetryStage}</td><td>repeats what is safe to repeat</td><td>more than one attempt</td></tr>
 * <tr><td>{@code CircuitBreakerStage}</td><td>rejects calls to a server that keeps failing</td><td>circuit breaker</td></tr>
 * <tr><td>{@code ConcurrencyStage}</td><td>queues what is too much at once</td><td></td></tr>
 * <tr><td>{@link DefinitionStage}</td><td>removes invisible characters from listed definitions</td><td></td></tr>
 * <tr><td>{@code PinStage}</td><td>compares tools with their approved definitions</td><td>pinning</td></tr>
 * <tr><td>{@code Connection}, {@code SessionCalls}</td><td>waits for a session, and repeats what a lost one has not executed</td><td></td></tr>
 * <tr><td>{@code LegacySession} or {@code ModernSession}</td><td>writes the request of its era and reads the response</td><td></td></tr>
 * <tr><td>{@code McpTransport}</td><td>exchanges the messages; traced if observed</td><td></td></tr>
 * </table>
 *
 * The stages before {@code DefinitionStage}, {@code ApprovalStage} apart, are shared by all identities of a client.
 */
final class CallPipeline {

    private final McpClientObservations observed;

    private final List<McpInterceptor> beforeApproval;

    private final @Nullable Function<KnownTools, ApprovalStage> approval;

    private final List<McpInterceptor> afterApproval;

    CallPipeline(
            ClientParts parts,
            McpClientObservations observed,
            DrainGate gate,
            Resilience resilience,
            InboundThreads threads,
            JsonCodec codec,
            DangerousTools dangerous) {
        this.observed = observed;
        List<McpInterceptor> before = new ArrayList<>();
        before.add(new ToolAudit(parts.principals() != null));
        before.add(gate);
        parts.interceptors().forEach(interceptor -> before.add(new InterceptorStage(interceptor)));
        this.beforeApproval = List.copyOf(before);
        this.approval = approval(parts, threads, codec, dangerous);
        List<McpInterceptor> after = new ArrayList<>();
        if (!parts.toolInterceptors().isEmpty()) {
            after.add(new ToolInterceptorStage(parts.toolInterceptors(), threads.interceptors(), codec));
        }
        after.add(resilience.deadline());
        addIfPresent(after, resilience.retry());
        addIfPresent(after, resilience.circuitBreaker());
        after.add(resilience.concurrency());
        this.afterApproval = List.copyOf(after);
    }

    /** Detects missing parts before the pipeline is created, with the client and not with its first call. */
    static void check(ClientParts parts) {
        McpApprovalPolicy policy = parts.settings().tools().approval();
        if (policy != McpApprovalPolicy.NONE && parts.toolApproval() == null) {
            throw parts.invalid(
                    "tools.approval",
                    "is " + policy.name().toLowerCase(Locale.ROOT) + ", but there is no approval to ask",
                    "Add a bean of type McpToolApproval or ReactiveMcpToolApproval, or set it to none.");
        }
    }

    /**
     * Returns the whole pipeline of one identity.
     * @param principal the identity, {@code null} if the client has only one
     * @param tools the listed tools of the identity
     * @param definitions cleans listed definitions
     * @param pins applies pinned definitions, {@code null} if tools are not pinned
     * @param connection the connection of the identity
     */
    CallHandler of(
            @Nullable Supplier<McpPrincipal> principal,
            KnownTools tools,
            DefinitionStage definitions,
            @Nullable McpInterceptor pins,
            CallHandler connection) {
        List<McpInterceptor> stages = new ArrayList<>(this.beforeApproval);
        if (this.approval != null) {
            stages.add(this.approval.apply(tools));
        }
        stages.addAll(this.afterApproval);
        stages.add(definitions);
        addIfPresent(stages, pins);
        CallHandler observedStages = this.observed.chain(CallChain.of(stages, connection));
        return (principal != null) ? new PrincipalCalls(observedStages, principal) : observedStages;
    }

    private static @Nullable Function<KnownTools, ApprovalStage> approval(
            ClientParts parts, InboundThreads threads, JsonCodec codec, DangerousTools dangerous) {
        McpToolSettings settings = parts.settings().tools();
        ReactiveMcpToolApproval approval = parts.toolApproval();
        if (settings.approval() == McpApprovalPolicy.NONE || approval == null) {
            return null;
        }
        ApprovalStage.Shared shared = new ApprovalStage.Shared(
                settings,
                approval,
                parts.approvalListeners(),
                new ListenerCalls(),
                dangerous,
                new RememberedApprovals(parts.name()),
                threads.interceptors(),
                codec);
        return tools -> new ApprovalStage(shared, tools::definition);
    }

    private static void addIfPresent(List<McpInterceptor> stages, @Nullable McpInterceptor stage) {
        if (stage != null) {
            stages.add(stage);
        }
    }
}
