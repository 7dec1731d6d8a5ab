package io.mcpclient.autoconfigure.diagnostics;

import java.beans.PropertyDescriptor;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeanUtils;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

import io.mcpclient.autoconfigure.McpProperties;

/**
 * Analyzes properties under {@code mcp} that do not exist. It goes before the general analyzer, which quotes the value: a
 * mistyped {@code headers} must not bring credentials into the log.
 *
 * @see "fault I21"
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class UnknownMcpPropertyFailureAnalyzer extends AbstractFailureAnalyzer<UnboundConfigurationPropertiesException> {

    private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("mcp");

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, UnboundConfigurationPropertiesException cause) {
        List<ConfigurationProperty> unknown = cause.getUnboundProperties().stream()
                .filter(property -> PREFIX.isAncestorOf(property.getName()))
                .toList();
        if (unknown.isEmpty()) {
            return null;
        }
        String properties = unknown.stream()
                .map(UnknownMcpPropertyFailureAnalyzer::describe)
                .collect(Collectors.joining(System.lineSeparator()));
        return new FailureAnalysis(
                "There is no such property:%n%n%s".formatted(properties),
                "Remove it or correct its name. A server can have: %s.".formatted(serverKeys()),
                cause);
    }

    private static String describe(ConfigurationProperty property) {
        String line = "    Property: " + property.getName();
        return (property.getOrigin() != null) ? line + "%n    Origin: %s".formatted(property.getOrigin()) : line;
    }

    private static String serverKeys() {
        return Arrays.stream(BeanUtils.getPropertyDescriptors(McpProperties.Server.class))
                .map(PropertyDescriptor::getName)
                .filter(name -> !name.equals("class"))
                .map(DataObjectPropertyName::toDashedForm)
                .sorted()
                .collect(Collectors.joining(", "));
    }
}
