package io.mcpclient.internal.model;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * MIME types by the first bytes of media. Servers derive the type that they declare from the name of a file, or always declare the same.
 *
 * <table>
 * <caption>declared types, if the content has a known signature</caption>
 * <tr><th>declared</th><th>type</th></tr>
 * <tr><td>none, {@code application/octet-stream}</td><td>that of the signature</td></tr>
 * <tr><td>the type of the signature, or another name of it</td><td>as declared</td></tr>
 * <tr><td>audio or video without a signature here, in a container for both (MP4, Ogg)</td><td>as declared</td></tr>
 * <tr><td>an image with another signature; audio, video or a file with another one of its kind; an image of an unknown type, if the
 * signature is of one that models take</td><td>that of the signature</td></tr>
 * <tr><td>any other, such as raw images in TIFF</td><td>as declared</td></tr>
 * </table>
 */
final class Signatures {

    /** Bytes that contain a signature; a drawing can begin with comments. */
    static final int LENGTH = 768;

    /** Images that models take. */
    static final Set<String> IMAGES = Set.of("image/png", "image/jpeg", "image/gif", "image/webp");

    private static final String SVG = "image/svg+xml";

    private static final String BMP = "image/bmp";

    private static final String HEIC = "image/heic";

    private static final String MP3 = "audio/mpeg";

    private static final String OGG = "audio/ogg";

    private static final String MP4 = "video/mp4";

    private static final Set<String> OF_MP4 = Set.of(MP4, "audio/mp4", "video/quicktime");

    /**
     * A signature.
     *
     * @param type MIME type
     * @param start the first bytes
     * @param offset where others are that belong to it
     * @param others those bytes, empty for none
     */
    private record Signature(String type, String start, int offset, String others) {

        boolean matches(String content) {
            return content.startsWith(this.start) && content.startsWith(this.others, this.offset);
        }
    }

    private static final List<Signature> ALL = List.of(
            new Signature("image/png", "\u0089PNG\r\n\u001a\n", 0, ""),
            new Signature("image/jpeg", "\u00ff\u00d8\u00ff", 0, ""),
            new Signature("image/gif", "GIF87a", 0, ""),
            new Signature("image/gif", "GIF89a", 0, ""),
            new Signature("image/webp", "RIFF", 8, "WEBP"),
            new Signature("image/tiff", "II*\0", 0, ""),
            new Signature("image/tiff", "MM\0*", 0, ""),
            new Signature("audio/wav", "RIFF", 8, "WAVE"),
            new Signature("video/x-msvideo", "RIFF", 8, "AVI "),
            new Signature(MP3, "ID3", 0, ""),
            new Signature("audio/flac", "fLaC", 0, ""),
            new Signature(OGG, "OggS", 0, ""),
            new Signature("application/pdf", "%PDF-", 0, ""));

    /** Brands of images in the container of MP4. */
    private static final Map<String, String> BRANDS = Stream.of(
                    Stream.of("heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1")
                            .map(brand -> Map.entry(brand, HEIC)),
                    Stream.of("avif", "avis").map(brand -> Map.entry(brand, "image/avif")),
                    Stream.of(Map.entry("M4A ", "audio/mp4"), Map.entry("qt  ", "video/quicktime")))
            .flatMap(brands -> brands)
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));

    private static final Map<String, Set<String>> OTHER_NAMES = Map.of(
            BMP,
            Set.of("image/x-bmp", "image/x-ms-bmp", "image/x-windows-bmp"),
            HEIC,
            Set.of("image/heif", "image/heic-sequence", "image/heif-sequence"),
            "image/tiff",
            Set.of("image/tif", "image/x-tiff"),
            "audio/wav",
            Set.of("audio/x-wav", "audio/wave", "audio/vnd.wave", "audio/x-pn-wav"),
            MP3,
            Set.of("audio/mp3", "audio/x-mp3", "audio/x-mpeg", "audio/mpeg3", "audio/x-mpeg-3"),
            "audio/flac",
            Set.of("audio/x-flac"),
            "video/x-msvideo",
            Set.of("video/avi", "video/msvideo"));

    /** All types that have a signature here, under all of their names. */
    private static final Set<String> KNOWN = Stream.of(
                    ALL.stream().map(Signature::type),
                    BRANDS.values().stream(),
                    OTHER_NAMES.entrySet().stream()
                            .flatMap(names -> Stream.concat(Stream.of(names.getKey()), names.getValue().stream())),
                    Stream.of(SVG, MP4))
            .flatMap(types -> types)
            .collect(Collectors.toUnmodifiableSet());

    private Signatures() {}

    /**
     * Returns the type of content.
     * @param declared MIME type in lower case, {@code null} for none
     * @param content the first bytes in ISO 8859-1
     * @return the type, {@code null} if it is neither declared nor known
     */
    static @Nullable String type(@Nullable String declared, String content) {
        String type = type(content);
        return (type != null && (declared == null || isWrong(declared, type))) ? type : declared;
    }

    private static boolean isWrong(String declared, String type) {
        boolean isSame = declared.equals(type)
                || OTHER_NAMES.getOrDefault(type, Set.of()).contains(declared)
                || (OF_MP4.contains(type) && OF_MP4.contains(declared));
        boolean isContainer = type.equals(OGG) || OF_MP4.contains(type);
        boolean mayBeContained = isContainer
                && (declared.startsWith("audio/") || declared.startsWith("video/"))
                && !KNOWN.contains(declared);
        boolean isDecided = declared.startsWith("image/") || kind(declared).equals(kind(type));
        return !isSame && !mayBeContained && isDecided && (KNOWN.contains(declared) || IMAGES.contains(type));
    }

    private static String kind(String type) {
        return type.substring(0, type.indexOf('/'));
    }

    private static @Nullable String type(String content) {
        for (Signature each : ALL) {
            if (each.matches(content)) {
                return each.type();
            }
        }
        if (content.startsWith("ftyp", 4) && content.length() >= 12) {
            return BRANDS.getOrDefault(content.substring(8, 12), MP4);
        }
        if (isBitmap(content)) {
            return BMP;
        }
        if (isFrame(content)) {
            return MP3;
        }
        return isDrawing(content) ? SVG : null;
    }

    /** Two letters are not enough: the length of the second header, at least 12 bytes, follows two reserved fields. */
    private static boolean isBitmap(String content) {
        return content.length() >= 18
                && content.startsWith("BM")
                && content.startsWith("\0\0\0\0", 6)
                && content.charAt(14) >= 12
                && content.startsWith("\0\0\0", 15);
    }

    /** Whether this is a frame of MPEG audio, layer 3, with valid rates. */
    private static boolean isFrame(String content) {
        return content.length() >= 4
                && content.charAt(0) == 0xff
                && (content.charAt(1) & 0xe6) == 0xe2
                && (content.charAt(1) & 0x18) != 0x08
                && (content.charAt(2) & 0xf0) != 0xf0
                && (content.charAt(2) & 0xf0) != 0
                && (content.charAt(2) & 0x0c) != 0x0c;
    }

    private static boolean isDrawing(String content) {
        String text = (content.startsWith("\u00ef\u00bb\u00bf") ? content.substring(3) : content)
                .stripLeading()
                .toLowerCase(Locale.ROOT);
        boolean isXml = text.startsWith("<?xml") || text.startsWith("<!--") || text.startsWith("<!doctype svg");
        return text.startsWith("<svg") || (isXml && text.contains("<svg"));
    }
}
