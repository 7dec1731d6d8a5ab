package io.mcpclient.apps;

import org.jspecify.annotations.Nullable;

/**
 * A file that a view wants the user to download. The bytes are untrusted: confirm the download, and do not open the file.
 *
 * @param name name of at most 100 letters, digits, dots, dashes and underscores, made from the last segment of the URI
 * @param mimeType MIME type that the view states, untrusted, or {@code null}
 * @param bytes the content
 */
public record McpAppDownload(String name, @Nullable String mimeType, byte[] bytes) {

    /** Copies the content. */
    public McpAppDownload {
        bytes = bytes.clone();
    }

    @Override
    public byte[] bytes() {
        return this.bytes.clone();
    }

    /** Does not contain the content. */
    @Override
    public String toString() {
        return "McpAppDownload[" + this.name + ", " + this.bytes.length + " bytes]";
    }
}
