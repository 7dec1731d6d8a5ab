package io.mcpclient.console;

import java.util.List;

import dev.langchain4j.service.AiServices;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpPrincipalResolver;
import io.mcpclient.call.McpToolApproval;
import io.mcpclient.call.ReactiveMcpToolApproval;
import io.mcpclient.console.internal.chat.ChatArea;
import io.mcpclient.console.internal.chat.ChatEngine;
import io.mcpclient.console.internal.chat.ChatInterceptor;
import io.mcpclient.console.internal.chat.ChatParts;
import io.mcpclient.console.internal.chat.LangChain4jEngine;
import io.mcpclient.console.internal.chat.SpringAiEngine;
import io.mcpclient.console.internal.json.ConsoleJson;
import io.mcpclient.console.internal.live.EventStreams;
import io.mcpclient.console.internal.question.ConsoleHandlers;
import io.mcpclient.console.internal.tool.RunRecorder;
import io.mcpclient.langchain4j.McpRegistryToolProvider;
import io.mcpclient.registry.McpResourceRegistry;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.springai.McpToolCallbackProvider;

/** Conversations with the application's model. The frameworks are optional: nested classes alone depend on them. */
@Configuration(proxyBeanMethods = false)
class ChatConfiguration {

    private static final String ENABLED = "mcp.console.chat.enabled";

    /** Depends on no clients: they look up their interceptors when they are created. */
    @Bean
    ChatInterceptor mcpConsoleChatInterceptor() {
        return new ChatInterceptor();
    }

    @Bean
    ChatParts mcpConsoleChatParts(
            McpToolRegistry tools,
            McpResourceRegistry resources,
            RunRecorder mcpConsoleRunRecorder,
            ConsoleHandlers mcpConsoleHandlers,
            EventStreams mcpConsoleEventStreams,
            ConsoleJson mcpConsoleJson,
            ListableBeanFactory beans) {
        return new ChatParts(
                tools,
                resources,
                mcpConsoleRunRecorder,
                mcpConsoleHandlers.calls(),
                !hasOwnApproval(beans),
                mcpConsoleEventStreams,
                mcpConsoleJson,
                McpConsoleAutoConfiguration.clock());
    }

    /** One reactive approval is the console's. */
    private static boolean hasOwnApproval(ListableBeanFactory beans) {
        return beans.getBeanNamesForType(McpToolApproval.class, true, false).length > 0
                || beans.getBeanNamesForType(ReactiveMcpToolApproval.class, true, false).length > 1;
    }

    @Bean
    ChatArea mcpConsoleChatArea(
            McpConsoleProperties properties,
            ChatParts mcpConsoleChatParts,
            ObjectProvider<ChatEngine> engines,
            ObjectProvider<McpPrincipalResolver> principals) {
        List<ChatEngine> ordered = engines.orderedStream().toList();
        return new ChatArea(mcpConsoleChatParts, ordered, properties.chat().enabled(), () -> principal(principals));
    }

    private static @Nullable McpPrincipal principal(ObjectProvider<McpPrincipalResolver> principals) {
        McpPrincipalResolver resolver = principals.getIfUnique();
        return (resolver != null) ? resolver.resolve().blockOptional().orElse(McpPrincipal.APPLICATION) : null;
    }

    /** Models of Spring AI take precedence. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({ChatClient.class, McpToolCallbackProvider.class})
    @ConditionalOnProperty(name = ENABLED, matchIfMissing = true)
    static class SpringAi {

        @Bean
        @Order(Ordered.HIGHEST_PRECEDENCE)
        ChatEngine mcpConsoleSpringAiEngine(ListableBeanFactory beans) {
            return new SpringAiEngine(beans);
        }
    }

    /** Models of LangChain4j. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({AiServices.class, McpRegistryToolProvider.class})
    @ConditionalOnProperty(name = ENABLED, matchIfMissing = true)
    static class LangChain4j {

        @Bean
        @Order(Ordered.LOWEST_PRECEDENCE)
        ChatEngine mcpConsoleLangChain4jEngine(ListableBeanFactory beans) {
            return new LangChain4jEngine(beans);
        }
    }
}
