package io.mcpclient.status;

import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.Implementation;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.schema.ServerCapabilities;
import io.mcpclient.text.VisibleText;

/**
 * A server's description of itself at the start of the connection. Everything but the revision is the server's own claim,
 * suitable for display and not for decisions.
 *
 * @param era era of the connection
 * @param revision protocol revision of the connection
 * @param serverInfo name and version that the server reports, or {@code null} if it reports none
 * @param capabilities capabilities that the server declares
 * @param instructions the server's usage instructions, untrusted, or {@code null}
 */
public record McpServerDescription(
        McpEra era,
        ProtocolRevision revision,
        @Nullable Implementation serverInfo,
        ServerCapabilities capabilities,
        @Nullable String instructions) {

    /** Creates a description. Invisible characters are removed from the texts of the server. */
    public McpServerDescription {
        serverInfo = (serverInfo != null) ? visible(serverInfo) : null;
        instructions = VisibleText.of(instructions);
    }

    private static Implementation visible(Implementation server) {
        String name = VisibleText.of(server.name());
        return new Implementation(
                (name != null) ? name : "",
                VisibleText.of(server.version()),
                VisibleText.of(server.title()),
                VisibleText.of(server.description()),
                server.websiteUrl(),
                server.icons(),
                server.extra());
    }

    /**
     * Returns the protocol revision as text.
     * @return its identifier on the wire, such as {@code 2025-11-25}
     */
    public String protocolVersion() {
        return this.revision.wireValue();
    }
}
