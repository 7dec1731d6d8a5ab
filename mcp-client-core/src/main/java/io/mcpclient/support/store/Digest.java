package io.mcpclient.support.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** Digests, as 64 lower-case hexadecimal digits of SHA-256. */
public final class Digest {

    private Digest() {}

    /**
     * Computes a digest of bytes.
     * @param bytes the bytes
     * @return their digest
     */
    public static String of(byte[] bytes) {
        return HexFormat.of().formatHex(algorithm().digest(bytes));
    }

    /**
     * Computes a digest of texts, each prefixed with its length, so that different lists have different inputs.
     * @param parts the texts
     * @return their digest, for use in names that must not reveal their parts
     */
    public static String of(List<String> parts) {
        MessageDigest sha256 = algorithm();
        for (String part : parts) {
            byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
            sha256.update(
                    ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
            sha256.update(bytes);
        }
        return HexFormat.of().formatHex(sha256.digest());
    }

    private static MessageDigest algorithm() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException ex) {
            throw new IllegalStateException("every Java platform has SHA-256", ex);
        }
    }
}
