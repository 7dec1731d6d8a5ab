package io.mcpclient.autoconfigure.files;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.springframework.util.DigestUtils;

/**
 * Names of servers for the entries of all files. Letters and digits of any script are retained:
 *
 * <pre>
 *  天气                      天气
 *  file system              file-system
 *  file system, file-system file-system-bbc12e, file-system: an entry with exactly the name keeps it
 *  🌦                       server-1f326, because nothing would be left
 * </pre>
 */
public final class EntryNames {

    /** Letters and marks without a glyph, and the selectors of variants. */
    private static final String INVISIBLE =
            "\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2060-\\u2064"
                    + "\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\x{e0100}-\\x{e01ef}";

    private static final Pattern OMITTED = Pattern.compile("[" + INVISIBLE + "]");

    /** Names of servers. */
    public static final Pattern VALID = Pattern.compile("[\\p{L}\\p{M}\\p{N}_.\\-&&[^" + INVISIBLE + "]]+");

    private static final Pattern INVALID = Pattern.compile("[^\\p{L}\\p{M}\\p{N}_.-]");

    private static final Pattern WITHOUT_WORD = Pattern.compile("[^\\p{L}\\p{N}]*");

    private static final int SUFFIX = 6;

    private EntryNames() {}

    /**
     * Assigns a name to each entry, independent of the order.
     * @param entries names of the entries
     * @return valid names of servers, by name of the entry
     */
    static Map<String, String> of(Set<String> entries) {
        Map<String, List<String>> byName = new LinkedHashMap<>();
        entries.forEach(entry ->
                byName.computeIfAbsent(plain(entry), name -> new ArrayList<>()).add(entry));
        Map<String, String> names = new LinkedHashMap<>();
        byName.forEach((name, sharing) -> sharing.forEach(entry ->
                names.put(entry, (sharing.size() == 1 || entry.equals(name)) ? name : name + "-" + suffix(entry))));
        return names;
    }

    private static String plain(String entry) {
        String visible = OMITTED.matcher(Normalizer.normalize(entry, Normalizer.Form.NFC))
                .replaceAll("");
        return WITHOUT_WORD.matcher(visible).matches()
                ? entry.codePoints().mapToObj(Integer::toHexString).collect(Collectors.joining("-", "server-", ""))
                : INVALID.matcher(visible).replaceAll("-");
    }

    private static String suffix(String entry) {
        return DigestUtils.md5DigestAsHex(entry.getBytes(StandardCharsets.UTF_8))
                .substring(0, SUFFIX);
    }
}
