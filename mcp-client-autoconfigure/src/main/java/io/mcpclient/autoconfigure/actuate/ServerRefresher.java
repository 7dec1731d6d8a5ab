package io.mcpclient.autoconfigure.actuate;

import io.mcpclient.registry.McpPromptRegistry;
import io.mcpclient.registry.McpResourceRegistry;
import io.mcpclient.registry.McpToolRegistry;

/** Refreshes the lists of one server in all registries. */
record ServerRefresher(McpToolRegistry tools, McpPromptRegistry prompts, McpResourceRegistry resources) {

    void refresh(String server) {
        this.tools.refresh(server);
        this.prompts.refresh(server);
        this.resources.refresh(server);
    }
}
