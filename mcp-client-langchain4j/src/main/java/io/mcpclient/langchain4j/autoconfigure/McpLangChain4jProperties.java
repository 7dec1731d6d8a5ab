package io.mcpclient.langchain4j.autoconfigure;

import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Properties of the LangChain4j integration.
 *
 * @param enabled Whether to define a tool provider for LangChain4j.
 * @param servers Names of the servers whose tools are offered; all servers by default.
 * @param returnDirect Names of tools, as in the registry, whose results are returned to the caller instead of the model.
 * @param dynamic Whether each request to a model reads the present tools, not only the first one of an invocation.
 * @param unavailableTools Whether tools of unavailable servers are offered; a call of one connects its server.
 * @param resources settings for resources
 * @param sampling settings for sampling
 */
@ConfigurationProperties(prefix = "mcp.langchain4j", ignoreUnknownFields = false)
public record McpLangChain4jProperties(
        @Nullable Boolean enabled,
        @Nullable List<String> servers,
        @Nullable Set<String> returnDirect,
        @Nullable Boolean dynamic,
        @Nullable Boolean unavailableTools,
        @Nullable Resources resources,
        @Nullable Sampling sampling) {

    boolean isDynamic() {
        return Boolean.TRUE.equals(this.dynamic);
    }

    boolean hasUnavailableTools() {
        return Boolean.TRUE.equals(this.unavailableTools);
    }

    boolean hasResourceTools() {
        return this.resources != null && Boolean.TRUE.equals(this.resources.tools());
    }

    boolean hasSamplingTools() {
        return this.sampling == null || !Boolean.FALSE.equals(this.sampling.tools());
    }

    Map<String, String> samplingModels() {
        return (this.sampling != null && this.sampling.models() != null) ? this.sampling.models() : Map.of();
    }

    /**
     * Properties of resources.
     *
     * @param tools Whether models get tools to list and read resources.
     */
    public record Resources(@Nullable Boolean tools) {}

    /**
     * Properties of sampling.
     *
     * @param enabled Whether servers may use the application's chat model.
     * @param tools Whether sampling requests may contain tools.
     * @param models Names of models by the text that a server's model hint contains; hints have no effect by default.
     */
    public record Sampling(
            @Nullable Boolean enabled,
            @Nullable Boolean tools,
            @Nullable Map<String, String> models) {}
}
