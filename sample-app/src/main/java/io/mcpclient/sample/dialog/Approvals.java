package io.mcpclient.sample.dialog;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

import org.jspecify.annotations.Nullable;
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

    private final OpenDialogs<Pending, Decision> dialogs;

    /** Tools that the model calls, each as often as it is called at the moment. */
    private final List<CalledTool> ofModel = new CopyOnWriteArrayList<>();

    /** Definitions that the user has approved for good. There is one user, so no principal is resolved that the library could use. */
    private final Set<Approved> remembered = ConcurrentHashMap.newKeySet();

    Approvals(@Value("${sample.approval-timeout:2m}") Duration patience) {
        this.dialogs = new OpenDialogs<>(patience);
    }

    private record CalledTool(String server, String tool) {}

    private record Approved(String server, Tool definition) {}

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
     * @param id id of the approval
     * @param server configured name of the server
     * @param tool name of the tool at the server, untrusted
     * @param title title of the tool, untrusted
     * @param arguments arguments of the call
     */
    public record Pending(String id, String server, String tool, String title, Map<String, Object> arguments) {}

    /**
     * Announces a call of the model. Until it is closed, calls of the tool are shown to the user.
     * @param tool the tool, {@code null} for one that no server has
     * @return to be closed when the call has ended
     */
    public ModelCall ofModel(@Nullable McpRegisteredTool tool) {
        if (tool == null) {
            return () -> {};
        }
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
        if (tool != null && this.remembered.contains(new Approved(request.serverName(), tool))) {
            return McpToolApprovalDecision.approve();
        }
        String title = (tool != null) ? tool.displayName() : request.toolName();
        Decision decision = this.dialogs.ask(
                id -> new Pending(id, request.serverName(), request.toolName(), title, request.arguments()),
                Decision.DENY);
        if (decision == Decision.REMEMBER && tool != null) {
            this.remembered.add(new Approved(request.serverName(), tool));
        }
        return switch (decision) {
            case APPROVE, REMEMBER -> McpToolApprovalDecision.approve();
            case DENY -> McpToolApprovalDecision.deny("the user declined");
        };
    }

    /**
     * Returns the calls that wait.
     * @return the calls, oldest first
     */
    public List<Pending> pending() {
        return this.dialogs.list();
    }

    /**
     * Takes the decision of the user.
     * @param id id of the approval
     * @param decision decision of the user
     * @return whether the call was still waiting
     */
    public boolean respond(String id, Decision decision) {
        return this.dialogs.respond(id, decision);
    }
}
