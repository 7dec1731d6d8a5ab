package io.mcpclient.autoconfigure.settings;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.Implementation;
import io.mcpclient.settings.McpEndpointSettings;
import io.mcpclient.text.SafeText;

/**
 * A server that was found by a lookup. {@code toString} shows no credentials.
 *
 * @param endpoint its endpoint, with values of inputs filled in
 * @param source URL of the card, or name of the registry
 * @param name name that its publisher gave it, a label
 * @param version its version
 * @param registered whether name and version are those of a registry entry
 * @param digest digest for consents
 * @param description what is contacted or run, without secrets
 * @param warnings what a person should know, each printable
 * @param protocolVersions revisions that the card claims
 * @param comparison compares the card with the server
 */
public record FoundServer(
        McpEndpointSettings endpoint,
        String source,
        String name,
        String version,
        boolean registered,
        String digest,
        String description,
        List<String> warnings,
        List<String> protocolVersions,
        Comparison comparison) {

    /** Compares what was published with the live server. */
    @FunctionalInterface
    public interface Comparison {

        /** Nothing was published that can be compared. */
        Comparison NONE = (server, revision) -> List.of();

        /**
         * Compares.
         * @param server what the server says
         * @param revision revision of the session
         * @return the differences, each printable
         */
        List<String> differences(Implementation server, String revision);
    }

    /**
     * Returns name and version of the registry entry.
     * @return text such as {@code com.example/orders@1.4.0}, {@code null} if the server is not from a registry
     */
    public @Nullable String registryEntry() {
        return this.registered ? this.name + "@" + this.version : null;
    }

    @Override
    public String toString() {
        return "FoundServer[" + SafeText.excerpt(this.name) + "]";
    }
}
