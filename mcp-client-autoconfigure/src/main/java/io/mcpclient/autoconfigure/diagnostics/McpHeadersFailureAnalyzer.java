package io.mcpclient.autoconfigure.diagnostics;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Analyzes headers that are no names with values. It goes before the general analyzer, which quotes the value.
 *
 * @see "fault I21"
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class McpHeadersFailureAnalyzer extends AbstractFailureAnalyzer<BindException> {

    private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("mcp");

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, BindException cause) {
        ConfigurationPropertyName name = cause.getName();
        boolean headers = PREFIX.isAncestorOf(name)
                && name.getLastElement(ConfigurationPropertyName.Form.UNIFORM).equals("headers");
        if (!headers) {
            return null;
        }
        return new FailureAnalysis(
                "Headers could not be read:%n%n    Property: %s%n    Reason: it has a value of its own".formatted(name),
                "Give each header its own property, such as %s.X-Tenant.".formatted(name),
                cause);
    }
}
