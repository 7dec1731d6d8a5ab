package io.mcpclient.autoconfigure.actuate;

import java.util.Map;

import org.springframework.boot.actuate.audit.AuditEvent;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.context.ApplicationEventPublisher;

import io.mcpclient.McpClientBuilder;
import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.call.McpToolApprovalDecision;
import io.mcpclient.call.McpToolApprovalListener;
import io.mcpclient.call.McpToolApprovalRequest;
import io.mcpclient.spring.McpClientCustomizer;

/**
 * Publishes an audit event for each decision on a tool call: who, which tool, and what was decided. Without arguments and
 * reasons, which may be secret.
 */
final class ApprovalAudit implements McpClientCustomizer, McpToolApprovalListener {

    static final String TYPE = "MCP_TOOL_APPROVAL";

    private final ApplicationEventPublisher events;

    ApprovalAudit(ApplicationEventPublisher events) {
        this.events = events;
    }

    @Override
    public void customize(String serverName, McpClientBuilder builder) {
        builder.toolApprovalListener(this);
    }

    @Override
    public void onToolApproval(McpToolApprovalRequest request, McpToolApprovalDecision decision) {
        McpPrincipal principal = request.principal();
        this.events.publishEvent(new AuditApplicationEvent(new AuditEvent(
                (principal != null) ? principal.name() : "",
                TYPE,
                Map.of(
                        "server", request.serverName(),
                        "tool", request.toolName(),
                        "decision", decision.approved() ? "approved" : "denied",
                        "remembered", decision.remembered()))));
    }
}
