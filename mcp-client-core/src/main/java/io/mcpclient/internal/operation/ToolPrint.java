package io.mcpclient.internal.operation;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;

import io.mcpclient.handler.McpToolChange;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.schema.Tool;
import io.mcpclient.text.SafeText;

/**
 * Fingerprint of a tool definition: a digest of the whole, and for each member a digest and an excerpt. It is computed from the
 * definition as the server sent it, in canonical form: the order of members and whitespace between them do not count.
 *
 * <pre>
 * {"": "9f…", "description": "51… Tells the weather", "inputSchema": "c0… {"type":"object",…"}
 * </pre>
 */
final class ToolPrint {

    /** Key of the digest of the whole definition; no member has this name. */
    private static final String WHOLE = "";

    private static final int DIGITS = 64;

    private static final int SHOWN = 100;

    private ToolPrint() {}

    static Map<String, String> of(Tool tool, JsonCodec codec) {
        Map<?, ?> json = codec.convert(tool, Map.class);
        Map<String, @Nullable Object> definition = sorted((json != null) ? json : Map.of());
        Map<String, String> print = new LinkedHashMap<>();
        print.put(WHOLE, digest(codec.toJson(definition)));
        definition.forEach((name, member) -> {
            String text = codec.toJson(member);
            String shown = (member instanceof String string) ? string : text;
            print.put(name, digest(text) + " " + SafeText.excerpt(shown, SHOWN));
        });
        return print;
    }

    private static Map<String, @Nullable Object> sorted(Map<?, ?> json) {
        Map<String, @Nullable Object> sorted = new TreeMap<>();
        json.forEach((name, member) -> sorted.put(String.valueOf(name), canonical(member)));
        return sorted;
    }

    private static @Nullable Object canonical(@Nullable Object value) {
        if (value instanceof Map<?, ?> members) {
            return sorted(members);
        }
        if (value instanceof List<?> items) {
            List<@Nullable Object> copy = new ArrayList<>(items.size());
            items.forEach(item -> copy.add(canonical(item)));
            return copy;
        }
        return value;
    }

    private static String digest(String text) {
        try {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException ex) {
            throw new IllegalStateException("every Java runtime has SHA-256", ex);
        }
    }

    /** Returns the digest of the whole definition. */
    static String fingerprint(Map<String, String> print) {
        return print.getOrDefault(WHOLE, "");
    }

    /** Returns only the digest of the whole definition, for servers with too many tools to store more. */
    static Map<String, String> compact(Map<String, String> print) {
        return Map.of(WHOLE, fingerprint(print));
    }

    static boolean isSame(Map<String, String> one, Map<String, String> other) {
        return fingerprint(one).equals(fingerprint(other));
    }

    static List<McpToolChange.Member> difference(Map<String, String> before, Map<String, String> now) {
        if (before.size() <= 1) {
            return List.of(new McpToolChange.Member("definition", "", ""));
        }
        TreeSet<String> names = new TreeSet<>(before.keySet());
        names.addAll(now.keySet());
        names.remove(WHOLE);
        return names.stream()
                .filter(name -> !digestOf(before.get(name)).equals(digestOf(now.get(name))))
                .map(name -> new McpToolChange.Member(
                        SafeText.excerpt(name, SHOWN), shown(before.get(name)), shown(now.get(name))))
                .toList();
    }

    private static String digestOf(@Nullable String member) {
        return (member != null && member.length() > DIGITS) ? member.substring(0, DIGITS) : "";
    }

    private static String shown(@Nullable String member) {
        return (member != null && member.length() > DIGITS)
                ? SafeText.excerpt(member.substring(DIGITS + 1), SHOWN + 1)
                : "";
    }
}
