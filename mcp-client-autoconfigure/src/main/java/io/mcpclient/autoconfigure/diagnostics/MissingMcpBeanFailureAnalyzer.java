package io.mcpclient.autoconfigure.diagnostics;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.InjectionPoint;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.UnsatisfiedDependencyException;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.analyzer.AbstractInjectionFailureAnalyzer;
import org.springframework.core.Ordered;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

import io.mcpclient.McpClient;
import io.mcpclient.ReactiveMcpClient;
import io.mcpclient.autoconfigure.properties.ServerBinder;
import io.mcpclient.autoconfigure.properties.ServerProperties;
import io.mcpclient.spring.McpServer;
import io.mcpclient.text.KnownNames;

/**
 * Analyzes the injection of a bean of this library that does not exist, alone or in a collection, and of a client where there are
 * several; the first match applies.
 *
 * <pre>
 *  a client: there are several servers                   their names, and the annotation
 *  mcp.enabled is false                                  the property, and its origin
 *  its module is absent                                  the dependency
 *  another property switches it off, or not on           the property
 *  its auto-configuration is not used                    the class
 *  a client                                              the table {@link MissingClient}
 *  another bean: it exists, but not with that qualifier  similar names, and all names
 *  another bean: what it needs is missing                the table {@link BeanNeed}
 * </pre>
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class MissingMcpBeanFailureAnalyzer extends AbstractInjectionFailureAnalyzer<NoSuchBeanDefinitionException> {

    private static final Set<String> CLIENTS = Set.of(McpClient.class.getName(), ReactiveMcpClient.class.getName());

    /** Annotation of a dependency in the message of the exception, which is all that is known of one that a provider looks up. */
    private static final Pattern QUALIFIER =
            Pattern.compile("@[\\w.]+[.](?:McpServer|Qualifier)\\((?:value=)?\"([^\"]+)\"\\)");

    private final Environment environment;

    private final @Nullable ListableBeanFactory beans;

    private final PropertyOrigins origins;

    MissingMcpBeanFailureAnalyzer(BeanFactory beans, Environment environment) {
        this.beans = (beans instanceof ListableBeanFactory listable) ? listable : null;
        this.environment = environment;
        this.origins = new PropertyOrigins(environment);
    }

    @Override
    protected @Nullable FailureAnalysis analyze(
            Throwable rootFailure, NoSuchBeanDefinitionException cause, @Nullable String description) {
        ResolvableType missing = cause.getResolvableType();
        if (missing == null) {
            return null;
        }
        Class<?> type = element(missing).toClass();
        if (cause.getNumberOfBeansFound() > 0) {
            boolean isUnnamed = CLIENTS.contains(type.getName()) && qualifierAt(rootFailure) == null;
            return isUnnamed ? ofSeveral(type, cause, description) : null;
        }
        BeanNeed need = need(type.getName());
        if (need == null) {
            return null;
        }
        String qualifier = qualifierAt(rootFailure);
        if (qualifier == null) {
            qualifier = qualifierIn(cause);
        }
        boolean isClient = CLIENTS.contains(type.getName());
        String server = (isClient && qualifier != null) ? MissingClient.server(qualifier) : null;
        Finding finding = ofNeed(need, type);
        if (finding == null && isClient) {
            finding = new MissingClient(servers(), isFalse("mcp.defaults.enabled"), this.origins, this.beans)
                    .of(qualifier, type);
        } else if (finding == null) {
            finding = ofBean(need, type, qualifier);
        }
        return (finding != null)
                ? new FailureAnalysis(
                        "%s required %s, which does not exist:%n%n%s"
                                .formatted(
                                        (description != null) ? description : "A bean",
                                        required(type, isClient, server),
                                        finding.reason()),
                        finding.action(),
                        cause)
                : null;
    }

    /** Returns the analysis of a client that is injected without the name of its server, or {@code null} if it is alone. */
    private @Nullable FailureAnalysis ofSeveral(
            Class<?> type, NoSuchBeanDefinitionException cause, @Nullable String description) {
        List<String> names = List.copyOf(servers().keySet());
        return (names.size() > 1)
                ? new FailureAnalysis(
                        "%s required a single %s, but there are %d:%n%n    Reason: these MCP servers are configured: %s"
                                .formatted(
                                        (description != null) ? description : "A bean",
                                        type.getSimpleName(),
                                        cause.getNumberOfBeansFound(),
                                        String.join(", ", names)),
                        "Name the server at the injection point, for example @McpServer(\"%s\"), or inject McpClients."
                                .formatted(names.get(0)),
                        cause)
                : null;
    }

    private static String required(Class<?> type, boolean isClient, @Nullable String server) {
        if (!isClient) {
            return "a bean of type " + type.getSimpleName();
        }
        return "the client of " + ((server != null) ? "MCP server \"" + server + "\"" : "an MCP server");
    }

    /** Returns the type of the beans in a collection, a map or an array, or the type itself. */
    private static ResolvableType element(ResolvableType type) {
        if (type.isArray()) {
            return type.getComponentType();
        }
        if (Collection.class.isAssignableFrom(type.toClass())) {
            return type.asCollection().getGeneric();
        }
        return Map.class.isAssignableFrom(type.toClass()) ? type.asMap().getGeneric(1) : type;
    }

    /** Returns what a bean needs, or {@code null} for beans of others. */
    private @Nullable BeanNeed need(String type) {
        BeanNeed framework = BeanNeed.FRAMEWORKS.get(type);
        if (framework != null) {
            return servers().isEmpty() ? null : framework;
        }
        return BeanNeed.OWN.get(type);
    }

    /** Returns why the auto-configuration of a bean is not in effect, or {@code null} if it is. */
    private @Nullable Finding ofNeed(BeanNeed need, Class<?> type) {
        if (isFalse("mcp.enabled")) {
            return switchedOff("mcp.enabled", type);
        }
        ClassLoader loader = getClass().getClassLoader();
        if (need.module() != null && !ClassUtils.isPresent(need.autoConfiguration(), loader)) {
            return Finding.of(
                    "the module mcp-client-" + need.module() + " is not on the class path",
                    "Add the dependency io.mcpclient:mcp-client-" + need.module() + ".");
        }
        if (need.off() != null && isFalse(need.off())) {
            return switchedOff(need.off(), type);
        }
        if (need.on() != null && !is(need.on(), true)) {
            return Finding.of(need.on() + " is not true", "Set " + need.on() + "=true.");
        }
        if (this.beans != null && !isUsed(need.autoConfiguration(), this.beans)) {
            String name = ClassUtils.getShortName(need.autoConfiguration());
            return Finding.of(
                    "the auto-configuration " + name + " is not used, or its conditions do not match",
                    "Enable auto-configuration, for example with @SpringBootApplication, and remove " + name
                            + " from its exclusions. In a test of a slice, import it with @ImportAutoConfiguration.");
        }
        return null;
    }

    private static boolean isUsed(String autoConfiguration, ListableBeanFactory beans) {
        return beans.containsBeanDefinition(autoConfiguration);
    }

    private @Nullable Finding ofBean(BeanNeed need, Class<?> type, @Nullable String qualifier) {
        List<String> names = (this.beans != null)
                ? List.of(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(this.beans, type, true, false))
                : List.of();
        if (!names.isEmpty()) {
            return (qualifier != null)
                    ? Finding.of(
                            "no bean of this type has the name or qualifier \"" + qualifier + "\"",
                            KnownNames.remedy("beans", qualifier, names) + " Correct the qualifier, or remove it.")
                    : null;
        }
        return (need.reason() != null) ? Finding.of(need.reason(), need.action()) : null;
    }

    private Finding switchedOff(String property, Class<?> type) {
        return new Finding(
                "    Reason: %s is false%s".formatted(property, this.origins.line(property)),
                "Set %s=true, or inject an ObjectProvider<%s> if the application can do without MCP servers."
                        .formatted(property, type.getSimpleName()));
    }

    private boolean isFalse(String property) {
        return is(property, false);
    }

    private boolean is(String property, boolean value) {
        return Binder.get(this.environment)
                .bind(property, Boolean.class)
                .map(bound -> bound == value)
                .orElse(false);
    }

    private Map<String, ServerProperties> servers() {
        try {
            return new TreeMap<>(ServerBinder.servers(Binder.get(this.environment)));
        } catch (BindException ex) {
            return Map.of(); // analyzed separately
        }
    }

    /** Returns the qualifier at the injection point, from one of the annotations or from one that is meta-annotated with it. */
    private static @Nullable String qualifierAt(Throwable rootFailure) {
        InjectionPoint point = injectionPoint(rootFailure);
        if (point == null) {
            return null;
        }
        // @McpServer is itself a qualifier, with its value as its own attribute.
        MergedAnnotations annotations = MergedAnnotations.from(point.getAnnotations());
        List<String> names = new ArrayList<>();
        annotations.stream(McpServer.class).forEach(found -> names.add(found.getString("value")));
        annotations.stream(Qualifier.class).forEach(found -> names.add(found.getString("value")));
        return names.stream().filter(StringUtils::hasText).findFirst().orElse(null);
    }

    private static @Nullable String qualifierIn(NoSuchBeanDefinitionException cause) {
        Matcher matcher = QUALIFIER.matcher(String.valueOf(cause.getMessage()));
        return matcher.find() ? matcher.group(1) : null;
    }

    private static @Nullable InjectionPoint injectionPoint(Throwable rootFailure) {
        InjectionPoint innermost = null;
        for (Throwable cause = rootFailure; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnsatisfiedDependencyException unsatisfied
                    && unsatisfied.getInjectionPoint() != null) {
                innermost = unsatisfied.getInjectionPoint();
            }
        }
        return innermost;
    }
}
