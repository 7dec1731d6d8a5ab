package io.mcpclient.internal.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.call.McpInterceptor;
import io.mcpclient.call.ReactiveMcpToolApproval;
import io.mcpclient.internal.identity.PrincipalStage;
import io.mcpclient.internal.inbound.InboundThreads;
import io.mcpclient.internal.observation.McpClientObservations;
import io.mcpclient.internal.observation.ToolAudit;
import io.mcpclient.internal.operation.DefinitionStage;
import io.mcpclient.internal.operation.KnownTools;
import io.mcpclient.internal.operation.OutputStage;
import io.mcpclient.internal.operation.PagesStage;
import io.mcpclient.internal.pipeline.ApprovalStage;
import io.mcpclient.internal.pipeline.DangerousTools;
import io.mcpclient.internal.pipeline.DrainGate;
import io.mcpclient.internal.pipeline.InterceptorStage;
import io.mcpclient.internal.pipeline.RememberedApprovals;
import io.mcpclient.internal.pipeline.Resilience;
import io.mcpclient.internal.pipeline.ToolInterceptorStage;
import io.mcpclient.internal.task.TaskStage;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.settings.McpApprovalPolicy;
import io.mcpclient.settings.McpToolSettings;
import io.mcpclient.support.ListenerCalls;

/**
 * The stages of a call, from the API to the wire. A call passes each of them once, in this order:
 *
 * <table>
 * <caption>stages</caption>
 * <tr><th>stage</th><th>what it does</th><th>absent without</th></tr>
 * <tr><td>{@link PrincipalStage}</td><td>puts the principal into the context</td><td>resolver of principals</td></tr>
 * <tr><td>{@code ObservationStage}</td><td>observes the operation</td><td>full observation</td></tr>
 * <tr><td>{@link PagesStage}</td><td>reads all pages of a list, with a call for each page</td><td></td></tr>
 * <tr><td>{@link ToolAudit}</td><td>logs who called which tool</td><td></td></tr>
 * <tr><td>{@link DrainGate}</td><td>holds or rejects calls while the client ends its session, and counts the others</td><td></td></tr>
 * <tr><td>{@link InterceptorStage}</td><td>whatever the application wants</td><td>interceptors</td></tr>
 * <tr><td>{@link ApprovalStage}</td><td>lets tool calls wait for approval</td><td>policy for approval</td></tr>
 * <tr><td>{@link ToolInterceptorStage}</td><td>runs the blocking interceptors of tool calls</td><td>such interceptors</td></tr>
 * <tr><td>{@link TaskStage}</td><td>waits for the end of a task that the call became</td><td></td></tr>
 * <tr><td>{@link OutputStage}</td><td>validates results of tools against their output schemas</td><td></td></tr>
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
 * The stages up to the connection are one list; a test compares this table with it. A stage without parts of an identity is shared by
 * all identities of a client.
 */
final class CallPipeline {

    private final ClientParts parts;

    private final @Nullable McpInterceptor observation;

    private final DrainGate gate;

    private final Resilience resilience;

    private final @Nullable McpInterceptor toolInterceptors;

    private final ApprovalStage.@Nullable Shared approval;

    CallPipeline(
            ClientParts parts,
            McpClientObservations observed,
            DrainGate gate,
            Resilience resilience,
            InboundThreads threads,
            JsonCodec codec,
            DangerousTools dangerous) {
        this.parts = parts;
        this.observation = observed.stage();
        this.gate = gate;
        this.resilience = resilience;
        this.toolInterceptors = parts.toolInterceptors().isEmpty()
                ? null
                : new ToolInterceptorStage(parts.toolInterceptors(), threads.interceptors(), codec);
        this.approval = approval(parts, threads, codec, dangerous);
    }

    /**
     * The parts of a pipeline that belong to one identity.
     *
     * @param principal the identity, {@code null} if the client has only one
     * @param tools the listed tools of the identity
     * @param tasks waits for tasks
     * @param output validates results of tools
     * @param definitions cleans listed definitions
     * @param pins applies pinned definitions, {@code null} if tools are not pinned
     */
    record OfIdentity(
            @Nullable Supplier<McpPrincipal> principal,
            KnownTools tools,
            TaskStage tasks,
            OutputStage output,
            DefinitionStage definitions,
            @Nullable McpInterceptor pins) {}

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
     * Returns the stages of one identity, in the order of a call.
     * @param identity parts of the identity
     */
    List<McpInterceptor> stages(OfIdentity identity) {
        Supplier<McpPrincipal> principal = identity.principal();
        List<@Nullable McpInterceptor> stages = new ArrayList<>();
        stages.add((principal != null) ? new PrincipalStage(principal) : null);
        stages.add(this.observation);
        stages.add(new PagesStage());
        stages.add(new ToolAudit(this.parts.principals() != null));
        stages.add(this.gate);
        this.parts.interceptors().forEach(interceptor -> stages.add(new InterceptorStage(interceptor)));
        stages.add((this.approval != null) ? new ApprovalStage(this.approval, identity.tools()::definition) : null);
        stages.add(this.toolInterceptors);
        stages.add(identity.tasks());
        stages.add(identity.output());
        stages.add(this.resilience.deadline());
        stages.add(this.resilience.retry());
        stages.add(this.resilience.circuitBreaker());
        stages.add(this.resilience.concurrency());
        stages.add(identity.definitions());
        stages.add(identity.pins());
        return stages.stream().filter(Objects::nonNull).toList();
    }

    private static ApprovalStage.@Nullable Shared approval(
            ClientParts parts, InboundThreads threads, JsonCodec codec, DangerousTools dangerous) {
        McpToolSettings settings = parts.settings().tools();
        ReactiveMcpToolApproval approval = parts.toolApproval();
        if (settings.approval() == McpApprovalPolicy.NONE || approval == null) {
            return null;
        }
        return new ApprovalStage.Shared(
                settings,
                approval,
                parts.approvalListeners(),
                new ListenerCalls(),
                dangerous,
                new RememberedApprovals(parts.name()),
                threads.interceptors(),
                codec);
    }
}
