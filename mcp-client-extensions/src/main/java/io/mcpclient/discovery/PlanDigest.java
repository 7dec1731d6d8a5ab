package io.mcpclient.discovery;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;

/**
 * SHA-256 of a sequence of texts, each with its length, so that no two sequences have the same bytes.
 *
 * @see "REG-13, REG-14"
 */
final class PlanDigest {

    private final MessageDigest sha256;

    PlanDigest() {
        try {
            this.sha256 = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException ex) {
            throw new IllegalStateException(ex); // every Java runtime has it
        }
    }

    PlanDigest add(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        this.sha256.update(
                ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
        this.sha256.update(bytes);
        return this;
    }

    PlanDigest addAll(Collection<String> texts) {
        add(String.valueOf(texts.size()));
        texts.forEach(this::add);
        return this;
    }

    @Override
    public String toString() {
        return "sha256:" + HexFormat.of().formatHex(this.sha256.digest());
    }
}
