package io.mcpclient.model;

import org.jspecify.annotations.Nullable;

/**
 * An image, a recording or a file in the result of a tool, for models that take such content. The kind and the MIME type fit
 * each other, the MIME type of an image is that of its signature if it has a known one, and the data is valid Base64. The content itself is
 * untrusted.
 *
 * @param kind kind of content
 * @param mimeType MIME type in lower case without parameters, such as {@code image/png}
 * @param base64 the data in Base64: standard alphabet, with padding, without line breaks
 * @param bytes size of the data in bytes
 * @param uri URI of the resource that it is, or {@code null}
 */
public record McpModelMedia(
        Kind kind,
        String mimeType,
        String base64,
        long bytes,
        @Nullable String uri) {

    /** Kind of content, by its MIME type. */
    public enum Kind {

        /** {@code image/png}, {@code image/jpeg}, {@code image/gif} or {@code image/webp}: providers refuse others. */
        IMAGE,

        /** {@code audio/*}. */
        AUDIO,

        /** {@code video/*}. */
        VIDEO,

        /** {@code application/pdf}. */
        PDF
    }

    /** Without the data. */
    @Override
    public String toString() {
        return "McpModelMedia[" + this.mimeType + ", " + this.bytes + " bytes]";
    }
}
