package io.mcpclient.skills.internal;

import java.util.List;
import java.util.regex.Pattern;

import io.mcpclient.support.store.Digest;

/** Digests as manifests have them: {@code sha256:} and 64 lower-case hexadecimal digits. */
public final class Sha256 {

    private static final String PREFIX = "sha256:";

    private static final Pattern FORM = Pattern.compile(PREFIX + "[0-9a-f]{64}");

    private Sha256() {}

    /**
     * Returns whether a text has the form of a digest.
     * @param text any text
     * @return whether it has
     */
    public static boolean isDigest(String text) {
        return FORM.matcher(text).matches();
    }

    /**
     * Computes a digest.
     * @param bytes the bytes
     * @return their digest
     */
    public static String of(byte[] bytes) {
        return PREFIX + Digest.of(bytes);
    }

    /**
     * Computes a digest of several texts, so that no two different lists have the same one.
     * @param texts the texts
     * @return the digest
     */
    public static String of(List<String> texts) {
        return PREFIX + Digest.of(texts);
    }
}
