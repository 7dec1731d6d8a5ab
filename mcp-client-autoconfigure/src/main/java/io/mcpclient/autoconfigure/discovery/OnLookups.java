package io.mcpclient.autoconfigure.discovery;

import java.util.Set;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches if {@code mcp.discovery.enabled} is true, or if it is not set and a server or a registry to look up is configured. */
final class OnLookups extends SpringBootCondition {

    private static final ConfigurationPropertyName SERVERS = ConfigurationPropertyName.of("mcp.servers");

    private static final Set<String> KEYS = Set.of("card", "domain", "registry");

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        Environment environment = context.getEnvironment();
        boolean matches = Binder.get(environment)
                .bind("mcp.discovery.enabled", Boolean.class)
                .orElseGet(() -> environment.containsProperty("mcp.registry.url") || hasServer(environment));
        ConditionMessage.Builder message = ConditionMessage.forCondition("lookups of servers");
        return new ConditionOutcome(matches, matches ? message.because("enabled") : message.because("not enabled"));
    }

    private static boolean hasServer(Environment environment) {
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            boolean isFound = source instanceof IterableConfigurationPropertySource properties
                    && properties.stream()
                            .anyMatch(name ->
                                    SERVERS.isAncestorOf(name) && KEYS.contains(name.getLastElement(Form.UNIFORM)));
            if (isFound) {
                return true;
            }
        }
        return false;
    }
}
