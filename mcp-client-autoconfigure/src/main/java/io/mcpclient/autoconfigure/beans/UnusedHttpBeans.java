package io.mcpclient.autoconfigure.beans;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.core.type.MethodMetadata;
import org.springframework.util.ClassUtils;

import io.mcpclient.support.Loggers;

/**
 * Names the beans of the application that configure its HTTP clients, but not those of MCP servers, unless the application has
 * decided about its builder. Creates no bean.
 *
 * @param beans the beans
 * @param environment has the property
 */
public record UnusedHttpBeans(ConfigurableListableBeanFactory beans, Environment environment) {

    private static final Logger logger = Loggers.CONFIGURATION;

    private static final String PROPERTY = "mcp.http.use-application-builder";

    private static final String BUILDER = "Set " + PROPERTY + " to true to apply customizers and builders of WebClient,"
            + " or to false to omit this line.";

    private static final String FILTER = "Apply filters with a bean of type McpTransportCustomizer.";

    private static final String CONNECTION = "Configure connections under mcp.defaults.";

    /** Kinds of beans. Some types are in libraries that the application may not have. */
    private static final List<Kind> KINDS = List.of(
            new Kind("org.springframework.boot.webclient.WebClientCustomizer", BUILDER),
            new Kind("org.springframework.web.reactive.function.client.WebClient$Builder", BUILDER),
            new Kind("org.springframework.web.reactive.function.client.ExchangeFilterFunction", FILTER),
            new Kind("org.springframework.http.client.reactive.ClientHttpConnector", CONNECTION),
            new Kind("org.springframework.http.client.ReactorResourceFactory", CONNECTION),
            new Kind(
                    "org.springframework.boot.http.client.autoconfigure.reactive.ClientHttpConnectorBuilderCustomizer",
                    CONNECTION),
            new Kind("org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder", CONNECTION));

    /** A type of beans, and what to use instead. */
    private record Kind(String type, String remedy) {}

    /** Runtime hints for native images: to detect the types. A class that is not registered seems absent. */
    static final class Hints implements RuntimeHintsRegistrar {

        @Override
        public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
            KINDS.forEach(kind -> hints.reflection().registerTypeIfPresent(classLoader, kind.type()));
        }
    }

    public void log() {
        if (Binder.get(this.environment).bind(PROPERTY, Boolean.class).isBound()) {
            return;
        }
        List<String> found = new ArrayList<>();
        Set<String> remedies = new LinkedHashSet<>();
        for (Kind kind : KINDS) {
            for (String name : names(kind)) {
                found.add("\"%s\" (%s)"
                        .formatted(name, kind.type().replaceAll("[^$]*[.]", "").replace('$', '.')));
                remedies.add(kind.remedy());
            }
        }
        if (!found.isEmpty()) {
            remedies.remove(BUILDER);
            logger.info(
                    "Beans that have no effect on MCP servers: {}. {}",
                    String.join(", ", found),
                    String.join(" ", remedies) + (remedies.isEmpty() ? "" : " ") + BUILDER);
        }
    }

    private List<String> names(Kind kind) {
        ClassLoader loader = this.beans.getBeanClassLoader();
        if (!ClassUtils.isPresent(kind.type(), loader)) {
            return List.of();
        }
        Class<?> type = ClassUtils.resolveClassName(kind.type(), loader);
        return Arrays.stream(new CandidateBeans(this.beans).localNames(type))
                .filter(this::isOfApplication)
                .toList();
    }

    /** Auto-configurations define beans in methods, whose class says to whom they belong. */
    private boolean isOfApplication(String name) {
        String definedIn = definedIn(name);
        return definedIn == null || !definedIn.startsWith("org.springframework.");
    }

    private @Nullable String definedIn(String name) {
        if (!this.beans.containsBeanDefinition(name)) {
            return null;
        }
        BeanDefinition definition = this.beans.getBeanDefinition(name);
        MethodMetadata method =
                (definition instanceof AnnotatedBeanDefinition annotated) ? annotated.getFactoryMethodMetadata() : null;
        return (method != null) ? method.getDeclaringClassName() : null;
    }
}
