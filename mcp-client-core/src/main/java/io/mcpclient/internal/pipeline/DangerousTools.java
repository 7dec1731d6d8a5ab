package io.mcpclient.internal.pipeline;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.mcpclient.schema.Tool;
import io.mcpclient.settings.McpApprovalPolicy;

/**
 * The tools of one client that have needed approval according to any definition that was listed, for any principal. A server
 * cannot evade the policy with a harmless definition in a later list, in another session, or after the tool was not listed for a
 * while; only the approval of a pinned definition makes the tool what it says. Bounded: beyond the limit, all tools need approval.
 * Thread-safe.
 */
public final class DangerousTools {

    private static final int LIMIT = 50_000;

    private final McpApprovalPolicy policy;

    private final Set<String> names = ConcurrentHashMap.newKeySet();

    /**
     * Creates the tools of one client.
     * @param policy policy of the client
     */
    public DangerousTools(McpApprovalPolicy policy) {
        this.policy = policy;
    }

    /**
     * Records a listed definition.
     * @param tool the definition
     */
    public void listed(Tool tool) {
        if (isRecorded() && this.policy.requiresApproval(tool) && this.names.size() < LIMIT) {
            this.names.add(tool.name());
        }
    }

    /**
     * Forgets the definitions of a tool before the one that was approved.
     * @param name name of the tool
     */
    public void approved(String name) {
        this.names.remove(name);
    }

    boolean contains(String name) {
        return isRecorded() && (this.names.contains(name) || this.names.size() >= LIMIT);
    }

    /** Neither policy looks at definitions. */
    private boolean isRecorded() {
        return this.policy != McpApprovalPolicy.NONE && this.policy != McpApprovalPolicy.ALL;
    }
}
