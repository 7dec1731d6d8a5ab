package io.mcpclient.store;

/**
 * Encryption of the values in an {@link McpStore}. Implementations are thread-safe and may block.
 *
 * <p>The encryption must be authenticated, such as AES-GCM, so that modified values are detected. Server, address and
 * instance need not be bound to a value as additional data: they are part of the text and are compared.
 */
public interface McpStoreEncryptor {

    /**
     * Encrypts a text.
     * @param text printable ASCII, at most 256 KiB
     * @return printable ASCII without line breaks, for example Base64; a result of more than 256 KiB is not stored
     * @throws RuntimeException if encryption fails; the value is then not stored, and the store is reported as unavailable
     */
    String encrypt(String text);

    /**
     * Decrypts a text produced by {@link #encrypt}.
     * @param encrypted a text from the store, at most 256 KiB, of untrusted origin
     * @return the plain text
     * @throws RuntimeException if it was modified or encrypted with another key; the value is then discarded
     */
    String decrypt(String encrypted);
}
