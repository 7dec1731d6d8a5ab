package io.mcpclient.internal.http;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.text.SafeText;

/**
 * The explanation in the body of a rejection by a server or gateway, suitable for a message, as one table.
 *
 * <table>
 * <caption>bodies, first match counts</caption>
 * <tr><th>body</th><th>explanation</th></tr>
 * <tr><td>JSON-RPC error</td><td>its message</td></tr>
 * <tr><td>JSON object</td><td>its {@code error_description}, {@code message}, {@code detail}, {@code error}, {@code title}, {@code msg}
 * or {@code errors}, or the first element of that</td></tr>
 * <tr><td>HTML</td><td>its title</td></tr>
 * <tr><td>text</td><td>its beginning</td></tr>
 * <tr><td>anything else</td><td>none</td></tr>
 * </table>
 *
 * <p>Credentials that the server echoes are masked, see {@link io.mcpclient.text.KnownSecrets}.
 *
 * @see "faults A06, F17, I06, I07, I21"
 */
final class ServerText {

    private static final int MAX_LENGTH = 200;

    private static final List<String> MEMBERS =
            List.of("error_description", "message", "detail", "error", "title", "msg", "errors");

    private static final Pattern TITLE_START = Pattern.compile("<title[^<>]{0,200}>", Pattern.CASE_INSENSITIVE);

    private static final Pattern TITLE_END = Pattern.compile("</title>", Pattern.CASE_INSENSITIVE);

    private ServerText() {}

    /**
     * Extracts the explanation.
     * @param codec reads JSON
     * @param contentType value of {@code Content-Type}, {@code null} for none
     * @param body the body, or its beginning
     * @param error the JSON-RPC error in it, {@code null} for none
     * @return printable and short, {@code null} for none
     */
    static @Nullable String of(
            JsonCodec codec, @Nullable String contentType, byte[] body, @Nullable JsonRpcError error) {
        if (error != null) {
            return printable(error.message());
        }
        String type = (contentType != null) ? contentType.toLowerCase(Locale.ROOT) : "";
        String text = new String(body, StandardCharsets.UTF_8).strip();
        if (type.contains("json") || text.startsWith("{")) {
            return printable(ofJson(codec, text));
        }
        if (type.contains("html") || text.startsWith("<")) {
            return printable(titleOf(text));
        }
        return (type.isEmpty() || type.startsWith("text/plain")) ? printable(text) : null;
    }

    /** Runs in a single pass: a page may repeat the tag any number of times without closing it. */
    private static @Nullable String titleOf(String html) {
        Matcher start = TITLE_START.matcher(html);
        Matcher end = TITLE_END.matcher(html);
        return (start.find() && end.find(start.end())) ? html.substring(start.end(), end.start()) : null;
    }

    private static @Nullable String ofJson(JsonCodec codec, String text) {
        try {
            return member(codec.fromJson(text, Object.class));
        } catch (IllegalArgumentException ex) {
            return null;
        }
    }

    private static @Nullable String member(@Nullable Object json) {
        if (json instanceof Map<?, ?> object) {
            for (String name : MEMBERS) {
                Object member = object.get(name);
                Object value = (member instanceof List<?> list && !list.isEmpty()) ? list.get(0) : member;
                String text = (value instanceof String found) ? found : member(value);
                if (text != null && !text.isBlank()) {
                    return text;
                }
            }
        }
        return null;
    }

    private static @Nullable String printable(@Nullable String text) {
        if (text == null || text.isBlank()) {
            return null;
        }
        String shown = SafeText.excerpt(text.strip().replaceAll("\\s+", " "), MAX_LENGTH);
        return shown.endsWith(".") ? shown.substring(0, shown.length() - 1) : shown;
    }
}
