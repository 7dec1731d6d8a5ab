package io.mcpclient.autoconfigure.diagnostics;

import java.util.List;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

import io.mcpclient.autoconfigure.properties.KnownProperties;

/**
 * Analyzes properties under {@code mcp} that do not exist. Takes precedence over the general analyzer, which quotes the
 * value: a mistyped {@code headers} must not expose credentials in the log.
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
        String keys = unknown.stream()
                .map(property -> KnownProperties.departureOf(property.getName()))
                .filter(departure -> !departure.keys().isEmpty())
                .map(UnknownMcpPropertyFailureAnalyzer::describe)
                .distinct()
                .collect(Collectors.joining(System.lineSeparator()));
        return new FailureAnalysis(
                "The following properties do not exist:%n%n%s".formatted(properties),
                "Remove it or correct its name.%n%s".formatted(keys).strip(),
                cause);
    }

    private static String describe(ConfigurationProperty property) {
        String suggestion = KnownProperties.departureOf(property.getName()).suggestion();
        return "    Property: " + property.getName()
                + ((property.getOrigin() != null) ? "%n    Origin: %s".formatted(property.getOrigin()) : "")
                + ((suggestion != null) ? "%n    Did you mean: %s".formatted(suggestion) : "");
    }

    private static String describe(KnownProperties.Departure departure) {
        return "%s can have: %s.".formatted(departure.parent(), String.join(", ", departure.keys()));
    }
}
