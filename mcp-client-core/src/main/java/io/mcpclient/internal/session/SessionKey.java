package io.mcpclient.internal.session;

import java.util.ArrayList;
import java.util.List;

import io.mcpclient.settings.McpSessionScope;
import io.mcpclient.settings.McpSessionSettings;
import io.mcpclient.support.store.Digest;

/**
 * Key of a stored value: server, address, principal, pinned revision, format, and in scope {@link McpSessionScope#INSTANCE}
 * the instance. A client that differs in any part uses another key, and the value repeats the digest of all parts, so that
 * a value copied to another key is detected. The key does not reveal the parts other than the server's name.
 *
 * @param name key in the store, printable ASCII, at most 150 characters
 * @param binding digest of all parts, 64 hexadecimal digits
 * @see "fault J04"
 */
record SessionKey(String name, String binding) {

    private static final int READABLE = 48;

    /** Creates the key for the state of a server in a client with these settings. */
    static SessionKey of(McpSessionSettings settings, ServerIdentity identity) {
        List<String> parts = new ArrayList<>(List.of(
                "format " + SessionFormat.VERSION,
                identity.serverName(),
                identity.address(),
                identity.principal(),
                identity.revision(),
                settings.scope().name()));
        if (settings.scope() == McpSessionScope.INSTANCE) {
            parts.add(settings.instanceId());
        }
        String binding = Digest.of(parts);
        return new SessionKey(
                "mcp:" + SessionFormat.VERSION + ":" + readable(identity.serverName()) + ":" + binding, binding);
    }

    /** For readability in the store; the digest makes keys unique. */
    private static String readable(String serverName) {
        String safe = serverName.replaceAll("[^A-Za-z0-9_.-]", "_");
        return safe.substring(0, Math.min(safe.length(), READABLE));
    }
}
