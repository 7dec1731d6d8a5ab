package io.mcpclient.springai;

import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.client.ChatClientBuilderCustomizer;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.ai.tool.resolution.ToolCallbackResolver;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.handler.McpSamplingHandler;
import io.mcpclient.handler.ReactiveMcpSamplingHandler;
import io.mcpclient.registry.McpResourceRegistry;
import io.mcpclient.registry.McpToolRegistry;

/**
 * Auto-configuration of the integration of Spring AI, if it is on the class path: an {@link McpToolCallbackProvider} of the
 * tools of all servers, and, if enabled, a {@link ChatModelSamplingHandler}. A bean of the application takes precedence.
 */
@AutoConfiguration(after = McpClientAutoConfiguration.class)
@ConditionalOnClass({ToolCallbackProvider.class, ChatModel.class})
@ConditionalOnBean(McpToolRegistry.class)
@ConditionalOnProperty(name = "mcp.spring-ai.enabled", matchIfMissing = true)
@EnableConfigurationProperties(McpSpringAiProperties.class)
public final class McpSpringAiAutoConfiguration {

    private static final String ALL_SERVERS = "";

    @Bean
    @ConditionalOnMissingBean
    McpToolCallbackProvider mcpToolCallbackProvider(
            McpToolRegistry mcpToolRegistry,
            ObjectProvider<McpResourceRegistry> resources,
            McpSpringAiProperties properties) {
        McpToolCallbackProvider provider =
                McpToolCallbackProvider.of(mcpToolRegistry).withReturnDirect(array(properties.returnDirect()));
        provider = withToolContextKeys(provider, array(properties.toolContextKeys()));
        McpResourceRegistry available = properties.hasResourceTools() ? resources.getIfAvailable() : null;
        provider = (available != null) ? provider.withResources(available) : provider;
        return Boolean.TRUE.equals(properties.includeUnavailable()) ? provider.withUnavailable() : provider;
    }

    /** Wraps the bean that executes tool calls: Spring AI ends a prompt if a model uses a name that the prompt does not have. */
    @Bean
    static BeanPostProcessor mcpToolCallingManagerPostProcessor(
            ObjectProvider<McpToolRegistry> registry,
            ObjectProvider<ToolCallbackResolver> resolver,
            Environment environment) {
        return new ToolCallingManagerWrapper(registry, resolver, environment);
    }

    @Bean
    @ConditionalOnMissingClass("org.springframework.ai.mcp.client.common.autoconfigure.McpClientAutoConfiguration")
    static LeftoverProperties mcpLeftoverProperties(Environment environment) {
        return new LeftoverProperties(environment);
    }

    /** Media of results reach the model only in a message of their own. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ChatClientBuilderCustomizer.class)
    static class Media {

        @Bean
        ChatClientBuilderCustomizer mcpMediaChatClientBuilderCustomizer() {
            return builder -> builder.defaultAdvisors(new McpMediaAdvisor());
        }
    }

    private static McpToolCallbackProvider withToolContextKeys(McpToolCallbackProvider provider, String[] keys) {
        try {
            return provider.withToolContextKeys(keys);
        } catch (IllegalArgumentException ex) {
            throw new McpConfigurationException(
                    ALL_SERVERS,
                    "mcp.spring-ai.tool-context-keys",
                    "has an invalid key: " + ex.getMessage(),
                    "Use keys with your own prefix, for example com.example/tenant.");
        }
    }

    private static String[] array(@Nullable List<String> values) {
        return (values != null) ? values.toArray(String[]::new) : new String[0];
    }

    @Bean
    @ConditionalOnBooleanProperty("mcp.spring-ai.sampling.enabled")
    @ConditionalOnMissingBean({McpSamplingHandler.class, ReactiveMcpSamplingHandler.class})
    ChatModelSamplingHandler mcpChatModelSamplingHandler(
            ObjectProvider<ChatModel> chatModels, McpSpringAiProperties properties) {
        return ChatModelSamplingHandler.of(chatModels::getObject)
                .withModels(properties.modelsOrNone())
                .withTools(properties.isSamplingWithTools());
    }
}
