package io.mcpclient.store;

/**
 * Keeps what is in an {@link McpStore} from others who can read it. Implementations are thread-safe and may block.
 *
 * <p>The encryption has to be an authenticated one, such as AES-GCM, so that a value which somebody has changed is noticed.
 * Which server, address and instance a value belongs to need not be bound to it: that is part of the text and is compared.
 *
 * @see "faults J04, J07"
 */
public interface McpStoreEncryptor {

    /**
     * Encrypts a text.
     * @param text printable ASCII, at most 256 KiB
     * @return printable ASCII without line breaks, for example Base64; a result of more than 256 KiB is not kept
     * @throws RuntimeException if that is not possible; nothing is kept then, and the store is reported as not available
     */
    String encrypt(String text);

    /**
     * Decrypts what {@link #encrypt} has made.
     * @param encrypted a text from the store, at most 256 KiB, which anybody may have written
     * @return the text before
     * @throws RuntimeException if it was changed, or encrypted with another key; the value is discarded then
     */
    String decrypt(String encrypted);
}
