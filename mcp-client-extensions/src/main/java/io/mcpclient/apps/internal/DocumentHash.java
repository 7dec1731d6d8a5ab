package io.mcpclient.apps.internal;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Hashes of documents: {@code sha256:} and 64 lower-case hexadecimal digits. */
public final class DocumentHash {

    private DocumentHash() {}

    /**
     * Computes the hash of a text.
     * @param text the text
     * @return SHA-256 of its UTF-8 bytes
     */
    public static String of(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "sha256:" + HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException ex) {
            throw new IllegalStateException("every Java platform has SHA-256", ex);
        }
    }
}
