package io.mcpclient.autoconfigure.actuate;

import org.springframework.boot.actuate.audit.AuditEventRepository;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of audit events for decisions on tool calls, if the application has a repository for audit events. */
@AutoConfiguration
@ConditionalOnClass(AuditEventRepository.class)
@ConditionalOnProperty(name = "mcp.enabled", matchIfMissing = true)
public final class McpApprovalAuditAutoConfiguration {

    // The condition is on the method: on the class it could not be read without its library.
    @Bean
    @ConditionalOnBean(AuditEventRepository.class)
    static ApprovalAudit mcpApprovalAudit(ApplicationEventPublisher events) {
        return new ApprovalAudit(events);
    }
}
