package io.mcpclient.sample.dialog;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

import com.fasterxml.jackson.annotation.JsonIgnore;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

import io.mcpclient.call.McpToolApproval;
import io.mcpclient.call.McpToolApprovalDecision;
import io.mcpclient.call.McpToolApprovalRequest;
import io.mcpclient.registry.McpRegisteredTool;
import io.mcpclient.schema.Tool;

/**
 * Holds tool calls until the user approves or denies them in a dialog. A call without a timely decision is denied, and so is
 * every call beyond a limit. Only calls of the model are shown: users of the console and scripts have chosen theirs.
 */
@Component
public class Approvals implements McpToolApproval {

    private static final int MAX_PENDING = 16;

    private final ConcurrentMap<String, Pending> pending = new ConcurrentHashMap<>();

    /** Tools that the model calls, each as often as it is called at the moment. */
    private final List<CalledTool> ofModel = new CopyOnWriteArrayList<>();

    private final AtomicLong asked = new AtomicLong();

    private final Duration patience;

    Approvals(@Value("${sample.approval-timeout:2m}") Duration patience) {
        this.patience = patience;
    }

    private record CalledTool(String server, String tool) {}

    /** Decisions of the user. */
    public enum Decision {

        /** This call. */
        APPROVE,

        /** This call and later ones of the same tool. */
        REMEMBER,

        /** Not this call. */
        DENY
    }

    /**
     * A call that waits for the user.
     *
     * @param number number of earlier calls
     * @param id id of the approval
     * @param server configured name of the server
     * @param tool name of the tool at the server, untrusted
     * @param title title of the tool, untrusted
     * @param arguments arguments of the call
     * @param decision completed by the user
     */
    public record Pending(
            @JsonIgnore long number,
            String id,
            String server,
            String tool,
            String title,
            Map<String, Object> arguments,
            @JsonIgnore CompletableFuture<Decision> decision) {}

    /**
     * Announces a call of the model. Until it is closed, calls of the tool are shown to the user.
     * @param tool the tool
     * @return to be closed when the call has ended
     */
    public ModelCall ofModel(McpRegisteredTool tool) {
        CalledTool called = new CalledTool(tool.server(), tool.tool().name());
        this.ofModel.add(called);
        return () -> this.ofModel.remove(called);
    }

    /** A call of the model that is in progress. */
    public interface ModelCall extends AutoCloseable {

        @Override
        void close();
    }

    @Override
    public McpToolApprovalDecision decide(McpToolApprovalRequest request) throws InterruptedException {
        if (!this.ofModel.contains(new CalledTool(request.serverName(), request.toolName()))) {
            return McpToolApprovalDecision.approve();
        }
        Tool tool = request.tool();
        String title = (tool != null) ? tool.displayName() : request.toolName();
        return switch (ask(request.serverName(), request.toolName(), title, request.arguments())) {
            case APPROVE -> McpToolApprovalDecision.approve();
            case REMEMBER -> McpToolApprovalDecision.approveAndRemember();
            case DENY -> McpToolApprovalDecision.deny("the user declined");
        };
    }

    private Decision ask(String server, String tool, String title, Map<String, Object> arguments)
            throws InterruptedException {
        if (this.pending.size() >= MAX_PENDING) {
            return Decision.DENY;
        }
        Pending call = new Pending(
                this.asked.getAndIncrement(),
                UUID.randomUUID().toString(),
                server,
                tool,
                title,
                arguments,
                new CompletableFuture<>());
        this.pending.put(call.id(), call);
        try {
            return call.decision().get(this.patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException ex) {
            return Decision.DENY;
        } finally {
            this.pending.remove(call.id());
        }
    }

    /**
     * Returns the calls that wait.
     * @return the calls, oldest first
     */
    public List<Pending> pending() {
        return this.pending.values().stream()
                .sorted((one, other) -> Long.compare(one.number(), other.number()))
                .toList();
    }

    /**
     * Takes the decision of the user.
     * @param id id of the approval
     * @param decision decision of the user
     * @return whether the call was still waiting
     */
    public boolean respond(String id, Decision decision) {
        Pending call = this.pending.get(id);
        return call != null && call.decision().complete(decision);
    }
}
