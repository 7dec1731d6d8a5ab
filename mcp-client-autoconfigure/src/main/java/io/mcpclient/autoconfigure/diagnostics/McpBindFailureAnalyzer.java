package io.mcpclient.autoconfigure.diagnostics;

import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Analyzes groups of properties that have a value instead of nested properties, and values in groups that contain secrets. It takes
 * precedence over the general analyzer, which quotes the value.
 *
 * @see "fault I21"
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class McpBindFailureAnalyzer extends AbstractFailureAnalyzer<BindException> {

    private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("mcp");

    private static final ConfigurationPropertyName SERVERS = PREFIX.append("servers");

    /**
     * A group of properties that may contain secrets.
     * @param title what they are, at the beginning of a sentence
     * @param member what one of them is
     * @param example one of them
     * @param isFixed whether their names are fixed, and only the values are the user's
     */
    private record Group(String title, String member, String example, boolean isFixed) {}

    private static final Map<String, Group> GROUPS = Map.of(
            "headers", new Group("Headers", "header", "X-Tenant", false),
            "env", new Group("Environment variables", "variable", "API_KEY", false),
            "auth", new Group("Credentials", "setting", "type", true),
            "identityprovider", new Group("Credentials", "setting", "client-id", true),
            "proxy", new Group("The proxy", "setting", "host", true));

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, BindException cause) {
        ConfigurationPropertyName name = cause.getName();
        if (!PREFIX.isAncestorOf(name)) {
            return null;
        }
        if (SERVERS.isParentOf(name)) {
            String server = name.getLastElement(Form.ORIGINAL);
            return valueInsteadOfMembers(
                    cause,
                    "The MCP server \"" + server + "\"",
                    "Give each setting its own property, such as %s.url. If \"%s\" is a setting, put it below the name of its server."
                            .formatted(name, server));
        }
        Group group = GROUPS.get(name.getLastElement(Form.UNIFORM));
        if (group != null) {
            return valueInsteadOfMembers(
                    cause,
                    group.title(),
                    "Give each %s its own property, such as %s.%s.".formatted(group.member(), name, group.example()));
        }
        Group parent = GROUPS.get(name.getParent().getLastElement(Form.UNIFORM));
        return (parent != null && parent.isFixed())
                ? analysis(cause, parent.title(), "its value is not valid", correction(cause))
                : null;
    }

    private static FailureAnalysis valueInsteadOfMembers(BindException cause, String title, String action) {
        return analysis(cause, title, "it has a value instead of nested properties", action);
    }

    private static FailureAnalysis analysis(BindException cause, String title, String reason, String action) {
        return new FailureAnalysis(
                "%s could not be read:%n%n    Property: %s%n    Reason: %s".formatted(title, cause.getName(), reason),
                action,
                cause);
    }

    private static String correction(BindException cause) {
        Class<?> type = cause.getTarget().getType().resolve(Object.class);
        return type.isEnum()
                ? Stream.of(type.getEnumConstants())
                        .map(constant ->
                                constant.toString().toLowerCase(Locale.ROOT).replace('_', '-'))
                        .collect(Collectors.joining(", ", "Use one of these values: ", "."))
                : "Use a value of type " + type.getSimpleName() + ".";
    }
}
