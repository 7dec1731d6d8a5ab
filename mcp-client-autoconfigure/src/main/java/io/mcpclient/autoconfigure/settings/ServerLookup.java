package io.mcpclient.autoconfigure.settings;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;

import io.mcpclient.autoconfigure.properties.ServerProperties;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.settings.McpEndpointSettings;
import io.mcpclient.settings.McpHttpSettings;
import io.mcpclient.settings.McpProcessSettings;
import io.mcpclient.text.SafeText;

/**
 * Where the endpoint of a server is looked up. {@code toString} shows no values of inputs.
 *
 * @param kind kind of the lookup
 * @param text URL of the card, domain, or name and version of the registry entry
 * @param server properties of the server, which override what is found
 */
public record ServerLookup(Kind kind, String text, ServerProperties server) {

    /** Stands for the URL until it is known. */
    private static final McpHttpSettings UNKNOWN_URL = McpHttpSettings.of("https://unknown.invalid/mcp");

    private static final McpProcessSettings UNKNOWN_COMMAND = McpProcessSettings.of("unknown");

    /** Kinds of lookups. */
    public enum Kind {

        /** The card at a URL. */
        CARD,

        /** A server in the catalog of a domain. */
        DOMAIN,

        /** An entry of a registry. */
        REGISTRY;

        /**
         * Returns the key of the property.
         * @return the key, such as {@code card}
         */
        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Returns what a server is looked up by.
     * @param layer settings of the server
     * @return the lookup, {@code null} if the address of the server is configured
     * @throws McpConfigurationException if there are several, or both
     */
    static @Nullable ServerLookup of(Layer layer) {
        ServerProperties server = layer.server();
        Map<Kind, String> set = new EnumMap<>(Kind.class);
        put(set, Kind.CARD, server.card());
        put(set, Kind.DOMAIN, server.domain());
        put(set, Kind.REGISTRY, server.registry());
        if (set.isEmpty()) {
            String problem = "is set, but none of card, domain and registry";
            layer.refuse("inputs", !server.inputs().isEmpty(), problem, "Remove it.");
            layer.refuse("secrets-origin", server.secretsOrigin() != null, problem, "Remove it.");
            layer.refuse("consent", server.consent() != null, problem, "Remove it.");
            return null;
        }
        Kind kind = set.keySet().iterator().next();
        String together = set.keySet().stream().map(Kind::key).collect(Collectors.joining(" and "));
        layer.refuse(kind.key(), set.size() > 1, "is set together with others: " + together, "Keep one of them.");
        String problem = "is set together with " + layer.property(kind.key());
        layer.refuse("url", server.url() != null, problem, "Keep one of the two.");
        layer.refuse("command", server.command() != null, problem, "Keep one of the two.");
        layer.refuse("args", server.args() != null, problem, "Remove it: the arguments are those of the package.");
        return new ServerLookup(kind, String.valueOf(set.get(kind)), server);
    }

    private static void put(Map<Kind, String> set, Kind kind, @Nullable String text) {
        if (StringUtils.hasText(text)) {
            set.put(kind, text.trim());
        }
    }

    /** Returns an endpoint of the kind that the other properties of the server are for, to check them before the lookup. */
    McpEndpointSettings assumed() {
        boolean isProcess = this.kind == Kind.REGISTRY
                && (!this.server.env().isEmpty()
                        || this.server.inheritEnv() != null
                        || this.server.workingDirectory() != null
                        || this.server.stderr() != null);
        return isProcess ? UNKNOWN_COMMAND : UNKNOWN_URL;
    }

    /**
     * Describes the lookup for logs.
     * @return text such as {@code card https://example.com/mcp/server-card}
     */
    public String description() {
        return this.kind.key() + " " + SafeText.excerpt(this.text.replaceFirst("\\?.*", ""));
    }

    @Override
    public String toString() {
        return "ServerLookup[" + description() + "]";
    }
}
