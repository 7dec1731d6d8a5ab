package io.mcpclient.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** Names for what must not be read from a name. */
public final class Digest {

    private Digest() {}

    /**
     * Digests texts, each with its length in front, so that no two lists are the same.
     * @param parts the texts
     * @return SHA-256 as 64 hexadecimal digits
     */
    public static String of(List<String> parts) {
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
