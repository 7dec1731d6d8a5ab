package io.mcpclient.session;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * What a remembered value belongs to: server, address, principal, pinned revision, format, and in scope {@link
 * McpSessionScope#INSTANCE} the instance. A client that differs in any of them looks in another place, and the value repeats
 * the digest of them all, so that one that was moved there is noticed. None of the parts can be read from the key.
 *
 * @param name key in the store, printable ASCII, at most 150 characters
 * @param binding digest of all parts, 64 hexadecimal digits
 * @see "fault J04"
 */
record SessionKey(String name, String binding) {

    private static final int READABLE = 48;

    /** Creates the key of what a client with these settings remembers about a server. */
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
        String binding = digest(parts);
        return new SessionKey(
                "mcp:" + SessionFormat.VERSION + ":" + readable(identity.serverName()) + ":" + binding, binding);
    }

    /** For those who look into the store; what makes keys unique is the digest. */
    private static String readable(String serverName) {
        String safe = serverName.replaceAll("[^A-Za-z0-9_.-]", "_");
        return safe.substring(0, Math.min(safe.length(), READABLE));
    }

    /** Each part with its length in front, so that no two lists of parts are the same text. */
    static String digest(List<String> parts) {
        try {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            for (String part : parts) {
                byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
                sha256.update(
                        ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
                sha256.update(bytes);
            }
            return HexFormat.of().formatHex(sha256.digest());
        } catch (NoSuchAlgorithmException ex) {
            throw new IllegalStateException("every Java runtime has SHA-256", ex);
        }
    }
}
