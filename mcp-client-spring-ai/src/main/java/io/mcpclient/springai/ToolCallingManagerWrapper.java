package io.mcpclient.springai;

import java.util.function.Predicate;

import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.tool.resolution.ToolCallbackResolver;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.env.Environment;

import io.mcpclient.registry.McpToolRegistry;

/** Wraps beans that execute tool calls in an {@link McpToolCallingManager}. */
final class ToolCallingManagerWrapper implements BeanPostProcessor {

    /** Property of Spring AI: whether names that a prompt does not have are resolved by the resolver. */
    private static final String FALLBACK = "spring.ai.tools.resolution.fallback.enabled";

    private final ObjectProvider<McpToolRegistry> registry;

    private final ObjectProvider<ToolCallbackResolver> resolver;

    private final Environment environment;

    ToolCallingManagerWrapper(
            ObjectProvider<McpToolRegistry> registry,
            ObjectProvider<ToolCallbackResolver> resolver,
            Environment environment) {
        this.registry = registry;
        this.resolver = resolver;
        this.environment = environment;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        if (!(bean instanceof ToolCallingManager manager) || bean instanceof McpToolCallingManager) {
            return bean;
        }
        McpToolRegistry tools = this.registry.getIfUnique();
        return (tools != null) ? McpToolCallingManager.of(manager, tools).withResolvable(resolvable()) : bean;
    }

    /** Names that the application resolves itself remain its own. */
    private Predicate<String> resolvable() {
        return this.environment.getProperty(FALLBACK, Boolean.class, false)
                ? name -> this.resolver.stream().anyMatch(candidate -> candidate.resolve(name) != null)
                : name -> false;
    }
}
