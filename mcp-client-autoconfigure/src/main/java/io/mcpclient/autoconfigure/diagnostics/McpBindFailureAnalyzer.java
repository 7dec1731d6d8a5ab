package io.mcpclient.autoconfigure.diagnostics;

import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Analyzes headers and credentials that are not maps of names to values. It takes precedence over the general analyzer, which
 * quotes the value.
 *
 * @see "fault I21"
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class McpHeadersFailureAnalyzer extends AbstractFailureAnalyzer<BindException> {

    private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("mcp");

    /** Groups of properties that contain secrets, each with an example property. */
    private static final Map<String, String> GROUPS =
            Map.of("headers", "X-Tenant", "auth", "type", "identityprovider", "client-id");

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, BindException cause) {
        ConfigurationPropertyName name = cause.getName();
        String group = name.getLastElement(ConfigurationPropertyName.Form.UNIFORM);
        String member = GROUPS.get(group);
        if (!PREFIX.isAncestorOf(name) || member == null) {
            return null;
        }
        return new FailureAnalysis(
                "%s could not be read:%n%n    Property: %s%n    Reason: it has a value instead of nested properties"
                        .formatted(group.equals("headers") ? "Headers" : "Credentials", name),
                "Give each %s its own property, such as %s.%s."
                        .formatted(group.equals("headers") ? "header" : "setting", name, member),
                cause);
    }
}
