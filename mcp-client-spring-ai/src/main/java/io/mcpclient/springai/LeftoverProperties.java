package io.mcpclient.springai;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;

/**
 * Names, in one warning, the properties of Spring AI's own MCP client that an application has kept, and what replaces them.
 * Without the starter of Spring AI they have no effect: an application without servers is easily mistaken for one whose servers are
 * down.
 *
 * <p>{@link #REPLACEMENTS} is the table of docs/coming-from-spring-ai.md.
 */
final class LeftoverProperties implements SmartInitializingSingleton {

    private static final Logger logger = LoggerFactory.getLogger("io.mcpclient.configuration");

    private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("spring.ai.mcp.client");

    static final List<Replacement> REPLACEMENTS = List.of(
            new Replacement("spring.ai.mcp.client.enabled", "mcp.enabled"),
            new Replacement("spring.ai.mcp.client.name", "mcp.client-info.name"),
            new Replacement("spring.ai.mcp.client.version", "mcp.client-info.version"),
            new Replacement("spring.ai.mcp.client.request-timeout", "mcp.defaults.request-timeout"),
            new Replacement("spring.ai.mcp.client.type", null),
            new Replacement("spring.ai.mcp.client.initialized", "mcp.defaults.start"),
            new Replacement("spring.ai.mcp.client.root-change-notification", null),
            new Replacement("spring.ai.mcp.client.toolcallback.enabled", "mcp.spring-ai.enabled"),
            new Replacement("spring.ai.mcp.client.annotation-scanner.enabled", null),
            new Replacement("spring.ai.mcp.client.streamable-http.connections.<name>.url", "mcp.servers.<name>.url"),
            new Replacement(
                    "spring.ai.mcp.client.streamable-http.connections.<name>.endpoint", "mcp.servers.<name>.url"),
            new Replacement("spring.ai.mcp.client.sse.connections.<name>.url", "mcp.servers.<name>.url"),
            new Replacement("spring.ai.mcp.client.sse.connections.<name>.sse-endpoint", "mcp.servers.<name>.url"),
            new Replacement("spring.ai.mcp.client.stdio.connections.<name>.command", "mcp.servers.<name>.command"),
            new Replacement("spring.ai.mcp.client.stdio.connections.<name>.args", "mcp.servers.<name>.args"),
            new Replacement("spring.ai.mcp.client.stdio.connections.<name>.env", "mcp.servers.<name>.env"),
            new Replacement("spring.ai.mcp.client.stdio.servers-configuration", "mcp.config-locations"));

    private final Environment environment;

    LeftoverProperties(Environment environment) {
        this.environment = environment;
    }

    /**
     * A row of the table.
     *
     * @param property a property of Spring AI
     * @param instead the property of this client, or {@code null} if none is needed
     */
    record Replacement(String property, @Nullable String instead) {

        private static final String SERVER = "<name>";

        /** Describes the replacement of a property in any spelling, such as that of an environment variable. */
        Optional<String> describe(String name) {
            Matcher matcher = pattern().matcher(name);
            return matcher.matches() ? Optional.of(describe(matcher)) : Optional.empty();
        }

        private String describe(Matcher matcher) {
            String server = this.property.contains(SERVER) ? matcher.group("server") : "";
            return this.property.replace(SERVER, server)
                    + ((this.instead != null) ? " -> " + this.instead.replace(SERVER, server) : " (not needed)");
        }

        /** Also matches elements of a list and keys of a map. */
        private Pattern pattern() {
            String words = this.property
                    .replace(".", "\\.")
                    .replace("-", "[-.]?")
                    .replace(SERVER, "(?<server>[^.\\[]+|\\[[^]]+])");
            return Pattern.compile(words + "(?:[.\\[].*)?", Pattern.CASE_INSENSITIVE);
        }
    }

    @Override
    public void afterSingletonsInstantiated() {
        Set<String> leftover = new LinkedHashSet<>();
        ConfigurationPropertySources.get(this.environment).forEach(source -> {
            if (source instanceof IterableConfigurationPropertySource names) {
                names.stream()
                        .filter(PREFIX::isAncestorOf)
                        .map(LeftoverProperties::describe)
                        .forEach(leftover::add);
            }
        });
        if (!leftover.isEmpty()) {
            logger.warn(
                    "Properties of Spring AI's MCP client have no effect because spring-ai-starter-mcp-client is not on the class"
                            + " path. Replace or remove them: {}",
                    String.join(", ", leftover));
        }
    }

    private static String describe(ConfigurationPropertyName name) {
        return REPLACEMENTS.stream()
                .flatMap(replacement -> replacement.describe(name.toString()).stream())
                .findFirst()
                .orElse(name + " (no equivalent)");
    }
}
