package io.mcpclient.internal.http;

import java.util.List;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpHeaders;
import reactor.core.publisher.Flux;

import io.mcpclient.transport.ResponseHead;

/** An HTTP response: its head, and its body, which must be read, discarded or left. */
public interface HttpReply extends ResponseHead {

    /** Codings that a body cannot be read without. */
    Pattern COMPRESSED = Pattern.compile("(?i)\\b(?:x-)?(?:gzip|deflate|br|zstd|compress)\\b");

    /** Returns the status code. */
    int status();

    /** Returns all values of a header, empty if it is absent. */
    List<String> headers(String name);

    /** Calls a consumer with the name and the value of each header. */
    void forEachHeader(BiConsumer<String, String> consumer);

    /**
     * Returns the body, which can be subscribed to once; its buffers must be released. Cancelling it closes the connection, unless
     * the body is complete.
     */
    Flux<DataBuffer> body();

    /** Returns the announced size of the body in bytes, -1 if there is none. */
    default long contentLength() {
        String length = header(HttpHeaders.CONTENT_LENGTH);
        try {
            return (length != null) ? Long.parseLong(length.strip()) : -1;
        } catch (NumberFormatException ex) {
            return -1;
        }
    }

    /**
     * Returns the coding of a compressed body, {@code null} if the body can be read as it is. Some servers write another word, such as
     * {@code none}, so that what is on the way does not compress an event stream.
     */
    default @Nullable String coding() {
        String coding = header(HttpHeaders.CONTENT_ENCODING);
        return (coding != null && COMPRESSED.matcher(coding).find()) ? coding : null;
    }

    /** Returns whether the body has a media type, with or without parameters. */
    default boolean isType(String type) {
        return isType(header(HttpHeaders.CONTENT_TYPE), type);
    }

    private static boolean isType(@Nullable String contentType, String type) {
        return contentType != null
                && contentType.regionMatches(true, 0, type, 0, type.length())
                && (contentType.length() == type.length() || ";, ".indexOf(contentType.charAt(type.length())) >= 0);
    }
}
