package io.mcpclient.autoconfigure.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;

import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

import io.mcpclient.store.McpStoreEncryptor;

/**
 * Encryptor with AES-256 in Galois/Counter Mode of the Java runtime, with a random nonce for each value. Of several keys, the
 * first encrypts and all decrypt, so that a key can be replaced while values of the old key are still stored. Decryption
 * fails for a value that was changed, or encrypted with none of the keys. Thread-safe. Does not use Spring Security, even if
 * present: the same key has to read the same values in every instance, whatever else is on its class path, and Spring
 * Security's encryptors derive the key from a password.
 *
 * <pre>
 *  "1."  Base64url( nonce, 12 bytes | encrypted text | tag, 16 bytes )
 * </pre>
 *
 * @see "NIST SP 800-38D, 8.2.2"
 */
public final class AesStoreEncryptor implements McpStoreEncryptor {

    /** Length of a key, in bytes. */
    public static final int KEY_BYTES = 32;

    private static final String FORMAT = "1.";

    private static final int NONCE_BYTES = 12;

    private static final int TAG_BITS = 128;

    private final List<SecretKey> keys;

    private final SecureRandom random = new SecureRandom();

    /**
     * Creates an encryptor with one key.
     * @param key the key, {@value #KEY_BYTES} bytes
     * @throws IllegalArgumentException if it has another length
     */
    public AesStoreEncryptor(byte[] key) {
        this(List.of(key));
    }

    /**
     * Creates an encryptor with several keys.
     * @param keys at least one, of {@value #KEY_BYTES} bytes each: the encryption key, followed by previous keys
     * @throws IllegalArgumentException if there is none, or one has another length
     */
    public AesStoreEncryptor(List<byte[]> keys) {
        if (keys.isEmpty()) {
            throw new IllegalArgumentException("no encryption key");
        }
        this.keys = keys.stream().map(AesStoreEncryptor::key).toList();
    }

    private static SecretKey key(byte[] key) {
        if (key.length != KEY_BYTES) {
            throw new IllegalArgumentException("an encryption key must have 32 bytes");
        }
        return new SecretKeySpec(key, "AES");
    }

    @Override
    public String encrypt(String text) {
        byte[] nonce = new byte[NONCE_BYTES];
        this.random.nextBytes(nonce);
        byte[] encrypted;
        try {
            encrypted = cipher(Cipher.ENCRYPT_MODE, this.keys.get(0), nonce, text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException ex) {
            throw new IllegalStateException("the value cannot be encrypted", ex);
        }
        byte[] all = ByteBuffer.allocate(NONCE_BYTES + encrypted.length)
                .put(nonce)
                .put(encrypted)
                .array();
        return FORMAT + Base64.getUrlEncoder().withoutPadding().encodeToString(all);
    }

    @Override
    public String decrypt(String encrypted) {
        if (!encrypted.startsWith(FORMAT)) {
            throw new IllegalArgumentException("the value was not encrypted by this encryptor");
        }
        ByteBuffer all = ByteBuffer.wrap(decode(encrypted.substring(FORMAT.length())));
        byte[] nonce = new byte[NONCE_BYTES];
        all.get(nonce);
        byte[] rest = new byte[all.remaining()];
        all.get(rest);
        GeneralSecurityException failure = new GeneralSecurityException();
        for (SecretKey key : this.keys) {
            try {
                return new String(cipher(Cipher.DECRYPT_MODE, key, nonce, rest), StandardCharsets.UTF_8);
            } catch (GeneralSecurityException ex) {
                failure = ex;
            }
        }
        throw new IllegalStateException("the value was changed or encrypted with another key", failure);
    }

    private static byte[] decode(String text) {
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(text);
            if (bytes.length >= NONCE_BYTES) {
                return bytes;
            }
        } catch (IllegalArgumentException ex) {
            // its message quotes the value
        }
        throw new IllegalArgumentException("the value was not encrypted by this encryptor");
    }

    private static byte[] cipher(int mode, SecretKey key, byte[] nonce, byte[] input) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        return cipher.doFinal(input);
    }

    @Override
    public String toString() {
        return "AesStoreEncryptor";
    }
}
