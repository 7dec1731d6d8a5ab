package io.mcpclient.langchain4j.autoconfigure;

import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Properties of the LangChain4j integration.
 *
 * @param enabled whether to define a tool provider for LangChain4j; default {@code true}
 * @param servers names of the servers whose tools are offered; default: all servers
 * @param returnDirect names of tools, as in the registry, whose results are returned to the caller instead of the model;
 *     default: none
 * @param dynamic whether each request to a model reads the present tools, not only the first of an invocation; default
 *     {@code false}
 * @param resources settings for resources
 * @param sampling settings for sampling
 */
@ConfigurationProperties(prefix = "mcp.langchain4j", ignoreUnknownFields = false)
public record McpLangChain4jProperties(
        @Nullable Boolean enabled,
        @Nullable List<String> servers,
        @Nullable Set<String> returnDirect,
        @Nullable Boolean dynamic,
        @Nullable Resources resources,
        @Nullable Sampling sampling) {

    boolean isDynamic() {
        return Boolean.TRUE.equals(this.dynamic);
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
     * @param tools whether models get tools to list and read resources; default {@code false}
     */
    public record Resources(@Nullable Boolean tools) {}

    /**
     * Properties of sampling.
     *
     * @param enabled whether servers may use the application's chat model; default {@code false}
     * @param tools whether sampling requests may contain tools; default {@code true}
     * @param models names of models by the text that a server's model hint contains; default: hints have no effect
     */
    public record Sampling(
            @Nullable Boolean enabled,
            @Nullable Boolean tools,
            @Nullable Map<String, String> models) {}
}
