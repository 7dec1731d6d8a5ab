package io.mcpclient.discovery;

import java.net.URI;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.mcpclient.text.SafeText;

/**
 * A server that a catalog offers. Nothing about it was verified, and nothing connects to it until the application does. Show its names
 * together with {@link #publisherDomain()}: names and titles of other servers can be imitated. Immutable.
 *
 * @param identifier identifier in the catalog, printable
 * @param displayName name for display, printable: of the entry, else the title of a card inside it, else the last part of the identifier
 * @param publisherDomain domain that the identifier claims, else the host of the catalog
 * @param version version of the entry, {@code null} for none
 * @param cardUrl URL of its card; {@code null} if the entry contains the card
 * @param card its card if the entry contains it, {@code null} if it has to be read, see {@link ReactiveMcpDiscovery#card(McpServerCandidate)}
 * @param catalog URL of the catalog with the entry
 * @param entry the entry
 * @param warnings what a person should know before choosing the server, each printable
 */
public record McpServerCandidate(
        String identifier,
        String displayName,
        String publisherDomain,
        @Nullable String version,
        @Nullable URI cardUrl,
        @Nullable McpCardDocument card,
        URI catalog,
        McpCatalogEntry entry,
        List<String> warnings) {

    /** Copies the warnings. */
    public McpServerCandidate {
        warnings = List.copyOf(warnings);
    }

    @Override
    public String toString() {
        return "McpServerCandidate[" + SafeText.excerpt(this.displayName) + " of " + this.publisherDomain + "]";
    }
}
