package io.mcpclient.protocol;

import org.jspecify.annotations.Nullable;

import io.mcpclient.error.VisibleText;
import io.mcpclient.schema.Implementation;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.schema.ServerCapabilities;

/**
 * What a server said about itself when the connection began. Everything but the revision is its own claim, fit for
 * display and not for decisions (META-11).
 *
 * @param era era that is spoken with it
 * @param revision revision that is spoken with it
 * @param serverInfo name and version that it gives itself, or {@code null} if it gave none
 * @param capabilities what it offers
 * @param instructions its hints on its use, untrusted (LIFE-08), or {@code null}
 */
public record ServerDescription(
        McpEra era,
        ProtocolRevision revision,
        @Nullable Implementation serverInfo,
        ServerCapabilities capabilities,
        @Nullable String instructions) {

    /** Creates a description. What nobody sees is taken out of the instructions. */
    public ServerDescription {
        instructions = VisibleText.of(instructions);
    }
}
