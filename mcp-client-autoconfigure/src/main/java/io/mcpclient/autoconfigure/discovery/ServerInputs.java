package io.mcpclient.autoconfigure.discovery;

import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;

import io.mcpclient.autoconfigure.settings.ServerLookup;
import io.mcpclient.discovery.McpInputRequest;
import io.mcpclient.discovery.McpInputValues;
import io.mcpclient.discovery.McpServerPlan;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.support.net.Origin;

/**
 * The inputs of one server, from its properties and {@code mcp.inputs}, for one plan. Secrets are for one origin: a plan that would send
 * them to another, which a later card or registry entry might name, is refused.
 *
 * @see "CRD-20, CRD-23"
 */
final class ServerInputs implements McpInputValues {

    private final String server;

    private final McpInputValues values;

    private final @Nullable Origin ofSecrets;

    /** Names of the secrets that the plan has. */
    private final Set<String> secrets = new TreeSet<>();

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
        if (value != null && request.input().hasSecret()) {
            this.secrets.add(request.name());
        }
        return value;
    }

    /**
     * Fails if a plan sends a secret to another origin than the one it is for. A process gets secrets with the consent to its command.
     * @param plan the plan that was made with these inputs
     * @throws McpConfigurationException if so; it names the inputs and the origin
     */
    void requirePermitted(McpServerPlan plan) {
        URI url = plan.url();
        if (url == null || this.secrets.isEmpty() || Origin.of(url).equals(this.ofSecrets)) {
            return;
        }
        String origin = url.getScheme() + "://" + url.getRawAuthority();
        throw new McpConfigurationException(
                this.server,
                property(this.server),
                "does not permit to send the secret inputs " + String.join(", ", this.secrets) + " to " + origin,
                "Set it to " + origin + " if this server may have them.");
    }
}
