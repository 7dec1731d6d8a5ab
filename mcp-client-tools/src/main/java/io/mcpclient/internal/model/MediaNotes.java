package io.mcpclient.internal.model;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import io.mcpclient.model.McpModelMedia;
import io.mcpclient.model.McpModelMedia.Kind;
import io.mcpclient.schema.BlobResourceContents;
import io.mcpclient.text.SafeText;

/**
 * Notes about media, and media to attach. A note such as {@code [image/png, 4 KB]} is short whatever the server sends, because a
 * limit on the text does not cut it.
 *
 * <pre>
 *  content                                      MIME type
 *  image, audio, video, PDF, octet-stream or     see {@link Signatures}: a provider refuses a prompt in which it is another
 *    no type, with a known signature
 *  image/jpg, image/pjpeg                       image/jpeg
 *  other                                        as declared
 *
 *  MIME type                                    kind
 *  image/png, image/jpeg, image/gif, image/webp IMAGE
 *  image/*                                      none: providers refuse other images, such as BMP, TIFF and HEIC. SVG is active content,
 *                                               which can contain scripts and references to other servers, and text to models
 *  audio/*                                      AUDIO
 *  video/*                                      VIDEO
 *  application/pdf                              PDF
 *  other, invalid                               none
 * </pre>
 */
final class MediaNotes {

    private static final int MAX_URI = 500;

    private static final int MAX_HEADER = 200;

    private static final String DATA = "data:";

    private static final String JPEG = "image/jpeg";

    private static final String STREAM = "application/octet-stream";

    private static final String BASE64 = ";base64";

    private static final Set<String> OTHERS_OF_JPEG = Set.of("image/jpg", "image/pjpeg");

    private static final Pattern MIME_TYPE = Pattern.compile("[a-z0-9!#$&^_.+-]{1,60}/[a-z0-9!#$&^_.+-]{1,80}");

    private MediaNotes() {}

    /** Returns the note for data. The word replaces a MIME type that is missing or invalid. */
    static String note(@Nullable String mimeType, String word, @Nullable Base64Data data, @Nullable String uri) {
        String type = mimeType(mimeType, data);
        String size = (data != null) ? data.size() : "invalid Base64";
        String address = (uri != null && !uri.isBlank()) ? ", " + address(uri) : "";
        return "[" + ((type != null) ? type : word) + ", " + size + address + "]";
    }

    /** Returns a URI on one line; one that is itself data is a note. */
    static String address(String uri) {
        String note = ofDataUrl(uri);
        return (note != null) ? note : SafeText.excerpt(uri, MAX_URI);
    }

    /** Returns the note for a text that is one {@code data:} URL as a whole, otherwise {@code null}. */
    static @Nullable String ofDataUrl(String text) {
        String url = text.stripLeading();
        if (!url.regionMatches(true, 0, DATA, 0, DATA.length())) {
            return null;
        }
        int comma = url.indexOf(',');
        if (comma < 0 || comma > MAX_HEADER) {
            return null;
        }
        String header = url.substring(DATA.length(), comma).strip().toLowerCase(Locale.ROOT);
        String payload = url.substring(comma + 1).strip();
        Base64Data data = header.endsWith(BASE64) ? Base64Data.of(payload) : null;
        if (data != null) {
            return note(header, "text/plain", data, null);
        }
        boolean isMedia =
                isMedia(header) && !payload.isEmpty() && payload.chars().noneMatch(Character::isWhitespace);
        return isMedia ? "[" + mimeType(header) + ", " + Base64Data.size(payload.length()) + "]" : null;
    }

    /** Returns whether a MIME type names images, audio, video or files without text. */
    static boolean isMedia(@Nullable String declared) {
        String type = mimeType(declared);
        return type != null
                && (type.startsWith("image/")
                        || type.startsWith("audio/")
                        || type.startsWith("video/")
                        || type.equals("application/pdf")
                        || type.equals(STREAM));
    }

    /** Returns whether a MIME type names a text; that of an image is none for models. */
    private static boolean isText(@Nullable String declared) {
        String type = mimeType(declared);
        return type != null
                && (type.startsWith("text/")
                        || type.equals("application/json")
                        || type.equals("application/xml")
                        || (type.startsWith("application/") && (type.endsWith("+json") || type.endsWith("+xml"))));
    }

    /** Returns the text that is sent as binary data, {@code null} if it is none in UTF-8. */
    static @Nullable String text(BlobResourceContents blob) {
        Base64Data data = isText(blob.mimeType()) ? Base64Data.ofBlock(blob.blob()) : null;
        return (data != null) ? data.utf8() : null;
    }

    /** Returns the media to attach, {@code null} if type, kind and data do not fit. */
    static @Nullable McpModelMedia media(
            Set<Kind> fitting, @Nullable String declared, @Nullable Base64Data data, @Nullable String uri) {
        String type = mimeType(declared, data);
        Kind kind = (type != null) ? kind(type) : null;
        return (type != null && kind != null && data != null && fitting.contains(kind))
                ? new McpModelMedia(kind, type, data.text(), data.bytes(), uri)
                : null;
    }

    private static @Nullable Kind kind(String type) {
        return switch (type.substring(0, type.indexOf('/'))) {
            case "image" -> Signatures.IMAGES.contains(type) ? Kind.IMAGE : null;
            case "audio" -> Kind.AUDIO;
            case "video" -> Kind.VIDEO;
            default -> type.equals("application/pdf") ? Kind.PDF : null;
        };
    }

    /** Returns the MIME type of data, see the table; {@code null} if it is unknown. */
    private static @Nullable String mimeType(@Nullable String declared, @Nullable Base64Data data) {
        String type = mimeType(declared);
        if (data != null && (type == null || isMedia(type))) {
            type = Signatures.type(STREAM.equals(type) ? null : type, data.start());
            type = (type == null) ? mimeType(declared) : type;
        }
        return (type != null && OTHERS_OF_JPEG.contains(type)) ? JPEG : type;
    }

    /** Returns a MIME type in lower case without parameters, {@code null} if it is missing or invalid. */
    static @Nullable String mimeType(@Nullable String declared) {
        if (declared == null) {
            return null;
        }
        int end = declared.indexOf(';');
        String type =
                ((end < 0) ? declared : declared.substring(0, end)).strip().toLowerCase(Locale.ROOT);
        return MIME_TYPE.matcher(type).matches() ? type : null;
    }
}
