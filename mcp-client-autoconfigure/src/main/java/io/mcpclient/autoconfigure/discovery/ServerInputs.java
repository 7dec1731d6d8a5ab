package io.mcpclient.autoconfigure.discovery;

import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import io.mcpclient.autoconfigure.settings.ServerLookup;
import io.mcpclient.discovery.McpInputRequest;
import io.mcpclient.discovery.McpInputValues;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.support.net.Origin;

/**
 * The inputs of one server, from its properties and {@code mcp.inputs}. Secrets are for one origin: they are withheld from others,
 * which a card or a registry entry might name later.
 *
 * @see "CRD-20, CRD-23"
 */
final class ServerInputs implements McpInputValues {

    private final String server;

    private final McpInputValues values;

    private final @Nullable Origin ofSecrets;

    /** Origins by the secret input that was withheld from them. */
    private final Map<String, String> withheld = new TreeMap<>();

    /**
     * Creates the inputs.
     * @param shared {@code mcp.inputs}
     * @param server name of the server
     * @param lookup properties of the server
     * @param publisher URL of the card, whose origin may get secrets unless another is configured; {@code null} for a registry
     */
    ServerInputs(Map<String, String> shared, String server, ServerLookup lookup, @Nullable URI publisher) {
        Map<String, String> all = new HashMap<>(shared);
        all.putAll(lookup.server().inputs());
        this.server = server;
        this.values = McpInputValues.of(all);
        this.ofSecrets = origin(server, lookup.server().secretsOrigin(), publisher);
    }

    private static @Nullable Origin origin(String server, @Nullable String configured, @Nullable URI publisher) {
        if (configured == null) {
            return (publisher != null) ? Origin.of(publisher) : null;
        }
        try {
            return Origin.of(URI.create(configured.trim()));
        } catch (IllegalArgumentException ex) {
            throw new McpConfigurationException(
                    server, property(server), "is not a URL", "Use an origin such as https://mcp.example.com.");
        }
    }

    private static String property(String server) {
        return "mcp.servers." + server + ".secrets-origin";
    }

    @Override
    public @Nullable String value(McpInputRequest request) {
        String value = this.values.value(request);
        boolean isSecret = request.input().secret()
                || request.input().variables().values().stream().anyMatch(variable -> variable.secret());
        boolean isOfUrl = request.origin() != null || request.place().startsWith("url");
        if (value == null || value.isEmpty() || !isSecret || !isOfUrl) {
            return value;
        }
        String origin = request.origin();
        if (origin != null
                && this.ofSecrets != null
                && Origin.of(URI.create(origin)).equals(this.ofSecrets)) {
            return value;
        }
        this.withheld.put(request.name(), (origin != null) ? origin : "a host that depends on variables");
        return null;
    }

    /**
     * Fails if a secret was withheld.
     * @throws McpConfigurationException if so; it names the inputs and the origin
     */
    void requireNoneWithheld() {
        if (this.withheld.isEmpty()) {
            return;
        }
        Set<String> origins = Set.copyOf(this.withheld.values());
        String origin = origins.iterator().next();
        throw new McpConfigurationException(
                this.server,
                property(this.server),
                "does not permit to send the secret inputs " + String.join(", ", this.withheld.keySet()) + " to "
                        + String.join(", ", origins),
                "Set it to " + origin + " if this server may have them.");
    }
}
