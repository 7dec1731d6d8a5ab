package io.mcpclient.langchain4j.autoconfigure;

import java.util.List;
import java.util.Set;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.service.tool.ToolProvider;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.function.SingletonSupplier;

import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.handler.McpRequestContext;
import io.mcpclient.handler.McpSamplingHandler;
import io.mcpclient.handler.ReactiveMcpSamplingHandler;
import io.mcpclient.langchain4j.McpChatModelSamplingHandler;
import io.mcpclient.langchain4j.McpRegistryToolProvider;
import io.mcpclient.registry.McpResourceRegistry;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.schema.CreateMessageParams;
import io.mcpclient.schema.CreateMessageResult;

/**
 * Auto-configuration for applications with LangChain4j: the tools of all servers as a {@link ToolProvider}, and the
 * application's chat model for sampling if {@code mcp.langchain4j.sampling.enabled} is set. A {@link ToolProvider} or a
 * sampling handler of the application replaces the one defined here.
 */
@AutoConfiguration(after = McpClientAutoConfiguration.class)
@ConditionalOnClass(ToolProvider.class)
@ConditionalOnBean(McpToolRegistry.class)
@ConditionalOnProperty(name = "mcp.langchain4j.enabled", matchIfMissing = true)
@EnableConfigurationProperties(McpLangChain4jProperties.class)
public final class McpLangChain4jAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean(ToolProvider.class)
    McpRegistryToolProvider mcpRegistryToolProvider(
            McpToolRegistry tools, ObjectProvider<McpResourceRegistry> resources, McpLangChain4jProperties properties) {
        McpRegistryToolProvider.Builder builder = McpRegistryToolProvider.builder(tools)
                .dynamic(properties.isDynamic())
                .unavailableTools(properties.hasUnavailableTools())
                .resources(properties.hasResourceTools() ? resources.getIfAvailable() : null);
        List<String> servers = properties.servers();
        if (servers != null) {
            builder.forServers(servers.toArray(String[]::new));
        }
        Set<String> direct = properties.returnDirect();
        if (direct != null) {
            builder.returnDirect(tool -> direct.contains(tool.name()));
        }
        return builder.build();
    }

    /** Sampling by the application's chat model. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBooleanProperty("mcp.langchain4j.sampling.enabled")
    @ConditionalOnMissingBean({McpSamplingHandler.class, ReactiveMcpSamplingHandler.class})
    static class Sampling {

        @Bean
        McpSamplingHandler mcpChatModelSamplingHandler(
                ObjectProvider<ChatModel> model, McpLangChain4jProperties properties) {
            return new LateHandler(
                    properties.hasSamplingTools(),
                    SingletonSupplier.of(() -> McpChatModelSamplingHandler.of(model.getObject())
                            .withModels(properties.samplingModels())
                            .withTools(properties.hasSamplingTools())));
        }
    }

    /** Finds the model with the first request: an AI service that is a model's listener may depend on clients. */
    private record LateHandler(boolean supportsTools, SingletonSupplier<McpChatModelSamplingHandler> handler)
            implements McpSamplingHandler {

        @Override
        public CreateMessageResult createMessage(CreateMessageParams params, McpRequestContext context) {
            return this.handler.obtain().createMessage(params, context);
        }
    }
}
