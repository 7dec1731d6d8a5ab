package io.mcpclient.springai;

import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Properties of the integration of Spring AI. Binding only; {@code null} means not set. An unknown property fails startup.
 *
 * @param enabled whether to provide the tools of MCP servers as tool callbacks of Spring AI
 * @param includeUnavailable whether to offer the tools of all servers that are not connected, as last known
 * @param returnDirect names of tools whose result goes to the caller of the prompt; * stands for any characters
 * @param toolContextKeys keys of the tool context that are sent to servers in _meta of tool calls
 * @param resources resources of servers
 * @param sampling sampling requests of servers
 */
@ConfigurationProperties(prefix = "mcp.spring-ai", ignoreUnknownFields = false)
public record McpSpringAiProperties(
        @Nullable Boolean enabled,
        @Nullable Boolean includeUnavailable,
        @Nullable List<String> returnDirect,
        @Nullable List<String> toolContextKeys,
        @Nullable Resources resources,
        @Nullable Sampling sampling) {

    /**
     * Properties of resources.
     *
     * @param tools whether models get tools to list and read resources
     */
    public record Resources(@Nullable Boolean tools) {}

    /**
     * Properties of sampling.
     *
     * @param enabled whether the chat model of the application answers sampling requests of servers
     * @param models permitted names of models that hints of servers may select
     * @param tools whether servers may send tools in sampling requests
     */
    public record Sampling(
            @Nullable Boolean enabled,
            @Nullable List<String> models,
            @Nullable Boolean tools) {}

    boolean hasResourceTools() {
        return this.resources != null && Boolean.TRUE.equals(this.resources.tools());
    }

    List<String> modelsOrNone() {
        return (this.sampling != null && this.sampling.models() != null) ? this.sampling.models() : List.of();
    }

    boolean isSamplingWithTools() {
        return this.sampling != null && Boolean.TRUE.equals(this.sampling.tools());
    }
}
