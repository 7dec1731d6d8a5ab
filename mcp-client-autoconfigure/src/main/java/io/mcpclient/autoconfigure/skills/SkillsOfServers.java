package io.mcpclient.autoconfigure.skills;

import org.slf4j.Logger;
import org.springframework.context.ApplicationListener;
import org.springframework.context.PayloadApplicationEvent;

import io.mcpclient.skills.McpSkillRegistry;
import io.mcpclient.spring.McpServerStateChangedEvent;
import io.mcpclient.status.McpClientState;
import io.mcpclient.status.McpServerStatus;
import io.mcpclient.support.Loggers;

/** Lists the skills of a server when it is connected, in the background. Only names and descriptions are requested. */
final class SkillsOfServers implements ApplicationListener<PayloadApplicationEvent<McpServerStateChangedEvent>> {

    private static final Logger logger = Loggers.TOOLS;

    private final McpSkillRegistry registry;

    SkillsOfServers(McpSkillRegistry registry) {
        this.registry = registry;
    }

    @Override
    public void onApplicationEvent(PayloadApplicationEvent<McpServerStateChangedEvent> event) {
        McpServerStatus status = event.getPayload().status();
        if (status.state() == McpClientState.CONNECTED) {
            this.registry
                    .refreshReactive(status.name())
                    .subscribe(
                            snapshot -> {},
                            error -> logger.warn(
                                    "The skills of MCP server \"{}\" were not listed", status.name(), error));
        }
    }
}
