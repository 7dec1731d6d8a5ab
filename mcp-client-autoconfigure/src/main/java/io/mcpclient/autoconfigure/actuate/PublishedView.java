package io.mcpclient.autoconfigure.actuate;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.mcpclient.autoconfigure.settings.FoundServer;
import io.mcpclient.schema.Implementation;
import io.mcpclient.status.McpServerDescription;
import io.mcpclient.text.SafeText;

/**
 * Where the endpoint of a server was found.
 *
 * @param source URL of the card, or name of the registry
 * @param name name that the publisher gave the server
 * @param version its version
 * @param uses URL or command line, without secrets
 * @param consent digest of exactly this, for {@code consent}
 * @param warnings what a person should know
 * @param differences how the card differs from the server; empty while it is not connected
 */
record PublishedView(
        String source,
        String name,
        String version,
        String uses,
        String consent,
        List<String> warnings,
        List<String> differences) {

    static @Nullable PublishedView of(@Nullable FoundServer found, @Nullable McpServerDescription server) {
        if (found == null) {
            return null;
        }
        Implementation info = (server != null) ? server.serverInfo() : null;
        return new PublishedView(
                SafeText.excerpt(found.source()),
                SafeText.excerpt(found.name()),
                SafeText.excerpt(found.version()),
                found.description(),
                found.digest(),
                found.warnings(),
                (server != null && info != null)
                        ? found.comparison().differences(info, server.revision().wireValue())
                        : List.of());
    }
}
