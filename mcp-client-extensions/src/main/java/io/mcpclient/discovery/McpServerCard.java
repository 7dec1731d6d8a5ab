package io.mcpclient.discovery;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;

import io.mcpclient.discovery.internal.MalformedDocumentException;
import io.mcpclient.discovery.internal.Members;
import io.mcpclient.schema.Implementation;
import io.mcpclient.text.SafeText;

/**
 * A server card: a document that says how to reach a server, before any connection. It proves nothing about the server, and nothing in it
 * may decide about security or access. All texts are untrusted. Immutable.
 *
 * @param name reverse domain name and name, such as {@code com.example/orders}; a label, not an identity
 * @param version version of the server
 * @param description one sentence
 * @param title display name, {@code null} for none
 * @param websiteUrl website, {@code null} for none; never read by this library
 * @param remotes how the server is reached, in the order of the card
 * @param json the complete card as plain JSON, including members without an accessor; unmodifiable
 * @see <a href="https://modelcontextprotocol.io/community/seps/2127-mcp-server-cards">SEP-2127: MCP Server Cards</a>
 */
public record McpServerCard(
        String name,
        String version,
        String description,
        @Nullable String title,
        @Nullable String websiteUrl,
        List<McpServerRemote> remotes,
        Map<String, @Nullable Object> json) {

    /** Media type of server cards. */
    public static final String MEDIA_TYPE = "application/mcp-server-card+json";

    private static final String SCHEMA = "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json";

    /** Copies the remotes. */
    public McpServerCard {
        remotes = List.copyOf(remotes);
    }

    /** @throws MalformedDocumentException if it is not a card of this shape */
    static McpServerCard of(Members json) {
        String schema = json.text("$schema");
        if (!schema.equals(SCHEMA)) {
            throw json.problem(
                    "$schema",
                    "is \"" + SafeText.excerpt(schema, 128) + "\", and this version reads \"" + SCHEMA + "\" only");
        }
        String title = json.optionalText("title");
        return new McpServerCard(
                ServerNames.name(json),
                ServerNames.version(json),
                ServerNames.description(json),
                (title != null) ? ServerNames.bounded(json, "title", title) : null,
                json.optionalText("websiteUrl"),
                McpServerRemote.listOf(json),
                json.json());
    }

    /**
     * Compares the card with the live server, whose values take precedence. A difference is for display: the card may be outdated or
     * wrong.
     * @param server what the server says about itself
     * @param protocolVersion revision that was negotiated with it
     * @return differences, each printable; empty if there are none
     */
    public List<String> differences(Implementation server, String protocolVersion) {
        List<String> differences = new ArrayList<>();
        compare(differences, "name", this.name, server.name());
        compare(differences, "version", this.version, server.version());
        compare(differences, "title", this.title, server.title());
        compare(differences, "description", this.description, server.description());
        Set<String> versions = new TreeSet<>();
        this.remotes.forEach(remote -> versions.addAll(remote.supportedProtocolVersions()));
        if (!versions.isEmpty() && !versions.contains(protocolVersion)) {
            compare(differences, "protocol version", String.join(", ", versions), protocolVersion);
        }
        return differences;
    }

    /** What one of the two does not say is no difference. */
    private static void compare(
            List<String> differences, String what, @Nullable String ofCard, @Nullable String ofServer) {
        if (ofCard != null && ofServer != null && !ofCard.equals(ofServer)) {
            differences.add(what + ": \"" + SafeText.excerpt(ofCard) + "\" in the card, \"" + SafeText.excerpt(ofServer)
                    + "\" of the server");
        }
    }

    @Override
    public String toString() {
        return "McpServerCard[" + SafeText.excerpt(this.name) + " " + SafeText.excerpt(this.version) + ", remotes="
                + this.remotes.size() + "]";
    }
}
