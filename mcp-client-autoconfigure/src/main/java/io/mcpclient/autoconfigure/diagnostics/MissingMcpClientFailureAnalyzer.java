package io.mcpclient.autoconfigure.diagnostics;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.InjectionPoint;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.UnsatisfiedDependencyException;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.analyzer.AbstractInjectionFailureAnalyzer;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

import io.mcpclient.McpClient;
import io.mcpclient.ReactiveMcpClient;
import io.mcpclient.autoconfigure.McpProperties.Server;
import io.mcpclient.spring.McpServer;

/**
 * Analyzes the injection of a client that does not exist.
 *
 * <pre>
 *  mcp.enabled is false                 the property
 *  the server is disabled               the property that disables it, and its origin
 *  there is no server of that name      similar names, and all names
 * </pre>
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class MissingMcpClientFailureAnalyzer extends AbstractInjectionFailureAnalyzer<NoSuchBeanDefinitionException> {

    private static final Set<Class<?>> CLIENTS = Set.of(McpClient.class, ReactiveMcpClient.class);

    /** Suffixes of bean names that a qualifier may contain instead of the server's name, the longer one first. */
    private static final List<String> SUFFIXES = List.of("ReactiveMcpClient", "McpClient");

    private final Environment environment;

    private final PropertyOrigins origins;

    MissingMcpClientFailureAnalyzer(Environment environment) {
        this.environment = environment;
        this.origins = new PropertyOrigins(environment);
    }

    @Override
    protected @Nullable FailureAnalysis analyze(
            Throwable rootFailure, NoSuchBeanDefinitionException cause, @Nullable String description) {
        Class<?> type = cause.getBeanType();
        if (type == null || !CLIENTS.contains(type) || cause.getNumberOfBeansFound() > 0) {
            return null;
        }
        String where = (description != null) ? description : "A bean";
        String server = serverAt(rootFailure);
        Finding finding = (server != null) ? ofServer(server, type) : ofAny(type);
        return (finding != null)
                ? new FailureAnalysis(
                        "%s required the client of %s, which does not exist:%n%n%s"
                                .formatted(
                                        where,
                                        (server != null) ? "MCP server \"" + server + "\"" : "an MCP server",
                                        finding.reason()),
                        finding.action(),
                        cause)
                : null;
    }

    /**
     * Reason why there is no client.
     *
     * @param reason indented lines
     * @param action action to take
     */
    private record Finding(String reason, String action) {

        static Finding of(String reason, String action) {
            return new Finding("    Reason: " + reason, action);
        }
    }

    private @Nullable Finding ofServer(String server, Class<?> type) {
        if (isFalse("mcp.enabled")) {
            return switchedOff(type);
        }
        Map<String, Server> servers = servers();
        Server settings = servers.get(server);
        if (settings == null) {
            return Finding.of(
                    McpUnknownServerFailureAnalyzer.REASON,
                    McpUnknownServerFailureAnalyzer.action(server, servers.keySet()));
        }
        String ofServer = "mcp.servers." + server + ".enabled";
        String disabling = (settings.getEnabled() != null) ? ofServer : "mcp.defaults.enabled";
        return isFalse(disabling)
                ? new Finding(
                        "    Reason: %s is false%s".formatted(disabling, this.origins.line(disabling)),
                        "Set %s=true, or inject an ObjectProvider<%s> if the application can do without the server."
                                .formatted(ofServer, type.getSimpleName()))
                : null;
    }

    private @Nullable Finding ofAny(Class<?> type) {
        if (isFalse("mcp.enabled")) {
            return switchedOff(type);
        }
        Map<String, Server> servers = servers();
        return servers.isEmpty()
                ? Finding.of(
                        "no MCP server is configured",
                        "Configure one with mcp.servers.<name>.url, or with mcp.servers.<name>.command.")
                : Finding.of(
                        "all MCP servers are disabled: " + String.join(", ", servers.keySet()),
                        "Set mcp.servers.<name>.enabled=true for one of them.");
    }

    private Finding switchedOff(Class<?> type) {
        return new Finding(
                "    Reason: mcp.enabled is false%s".formatted(this.origins.line("mcp.enabled")),
                "Set mcp.enabled=true, or inject an ObjectProvider<%s> if the application can do without MCP servers."
                        .formatted(type.getSimpleName()));
    }

    private boolean isFalse(String property) {
        return Binder.get(this.environment)
                .bind(property, Boolean.class)
                .map(Boolean.FALSE::equals)
                .orElse(false);
    }

    private Map<String, Server> servers() {
        try {
            return new TreeMap<>(Binder.get(this.environment)
                    .bind("mcp.servers", Bindable.mapOf(String.class, Server.class))
                    .orElseGet(Map::of));
        } catch (BindException ex) {
            return Map.of(); // analyzed separately
        }
    }

    /** Returns the name at the injection point, from one of the annotations or from one that is meta-annotated with it. */
    private static @Nullable String serverAt(Throwable rootFailure) {
        InjectionPoint point = injectionPoint(rootFailure);
        if (point == null) {
            return null;
        }
        // @McpServer is itself a qualifier, with its value as its own attribute.
        MergedAnnotations annotations = MergedAnnotations.from(point.getAnnotations());
        List<String> names = new ArrayList<>();
        annotations.stream(McpServer.class).forEach(found -> names.add(found.getString("value")));
        annotations.stream(Qualifier.class).forEach(found -> names.add(found.getString("value")));
        return names.stream()
                .filter(StringUtils::hasText)
                .findFirst()
                .map(MissingMcpClientFailureAnalyzer::server)
                .orElse(null);
    }

    private static String server(String qualifier) {
        return SUFFIXES.stream()
                .filter(qualifier::endsWith)
                .findFirst()
                .map(suffix -> qualifier.substring(0, qualifier.length() - suffix.length()))
                .orElse(qualifier);
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
