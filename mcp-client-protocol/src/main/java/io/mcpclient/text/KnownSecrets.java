package io.mcpclient.text;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Registry of the credentials that this process has sent to servers. They are masked when a server repeats them in its
 * messages. All servers share one set: a server may repeat a secret received from another server, and all write into the
 * same log. {@link SafeText} already masks all text that it makes printable; call this class only for other text.
 *
 * <p>Configured values are kept permanently; changing values, such as tokens, while they are among the last few thousand.
 * Values of fewer than {@value #MIN_LENGTH} characters are not masked: they occur in text by coincidence. Thread-safe.
 */
public final class KnownSecrets {

    static final int MIN_LENGTH = 8;

    static final int MAX_SENT = 4096;

    private static final String MASK = "***";

    private static final Pattern SCHEME = Pattern.compile("(?i)(?:Basic|Bearer|DPoP|Token|ApiKey)\\s+(\\S.*)");

    /** A name and a value in a longer text: an argument, a header, JSON, the query of a URL. */
    private static final Pattern ASSIGNMENT = Pattern.compile(
            "([A-Za-z][A-Za-z0-9_.-]*)[\"']?\\s*[:=]\\s*[\"']?(?=((?:(?:Basic|Bearer|Token)\\s+)?[^\"',;&\\s{}]+))");

    private static final Pattern PASSWORD_OF_URL = Pattern.compile("://[^/@\\s:]*:([^/@\\s]+)@");

    /** The path of a URL in a longer text. */
    private static final Pattern PATH_OF_URL = Pattern.compile("://[^/\\s\"'?#]+(/[^\\s\"'?#]*)");

    /** A segment of a path with its slash. */
    private static final Pattern SEGMENT = Pattern.compile("/([^/]+)");

    private static final int MIN_SEGMENT = 16;

    private static final Pattern ESCAPE = Pattern.compile("%[0-9A-Fa-f]{2}");

    /**
     * What words do not look like: letters and digits that alternate more than once; a UUID; upper case, lower case and digits in a
     * long group. None begins inside a group, so that one pass is enough.
     */
    private static final Pattern KEY = Pattern.compile(
            "(?<![A-Za-z0-9])(?=[A-Za-z]++[0-9]++[A-Za-z]|[0-9]++[A-Za-z]++[0-9])[A-Za-z0-9]{12}"
                    + "|(?<![0-9A-Fa-f])[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"
                    + "|(?<![A-Za-z0-9_-])(?=[A-Z0-9_-]*+[a-z])(?=[a-z0-9_-]*+[A-Z])(?=[A-Za-z_-]*+[0-9])[A-Za-z0-9_-]{24}");

    private static final Table CONFIGURED = new Table();

    private static volatile Table sent = new Table();

    private static volatile Table sentBefore = new Table();

    private KnownSecrets() {}

    /**
     * Registers a setting of a server if its name denotes a secret; otherwise registers the secrets inside its value, such
     * as the password or the keys in a URL.
     * @param name name of a header, a variable or a parameter, empty if it has none
     * @param value its value
     */
    public static void configured(String name, String value) {
        if (SecretNames.isSecret(name)) {
            variants(value).forEach(CONFIGURED::add);
        }
        inside(value).forEach(CONFIGURED::add);
    }

    /**
     * Registers a value sent in a request if its name denotes a secret.
     * @param name name of a header or a parameter
     * @param value its value
     */
    public static void sent(String name, String value) {
        if (SecretNames.isSecret(name)) {
            sent(value);
        }
    }

    /**
     * Registers a credential sent in a request.
     * @param value a token, a password, or the value of a header with its scheme
     */
    public static void sent(String value) {
        Table present = sent;
        if (present.contains(value)) {
            return;
        }
        variants(value).forEach(present::add);
        if (present.size() > MAX_SENT) {
            sentBefore = present;
            sent = new Table();
        }
    }

    /** The value, its lines, its credentials without the scheme, and the password of basic credentials. */
    private static List<String> variants(String value) {
        List<String> variants = new ArrayList<>(value.lines().map(String::strip).toList());
        variants.add(value);
        Matcher scheme = SCHEME.matcher(value);
        if (scheme.matches()) {
            String credentials = scheme.group(1).strip();
            variants.add(credentials);
            if (value.toLowerCase(Locale.ROOT).startsWith("basic")) {
                variants.add(password(credentials));
            }
        }
        return variants;
    }

    private static String password(String basic) {
        try {
            String pair = new String(Base64.getDecoder().decode(basic), StandardCharsets.UTF_8);
            return pair.substring(pair.indexOf(':') + 1);
        } catch (IllegalArgumentException ex) {
            return "";
        }
    }

    private static List<String> inside(String value) {
        List<String> found = new ArrayList<>();
        Matcher assignment = ASSIGNMENT.matcher(value);
        while (assignment.find()) {
            if (SecretNames.isSecret(assignment.group(1))) {
                found.addAll(variants(assignment.group(2)));
            }
        }
        Matcher url = PASSWORD_OF_URL.matcher(value);
        while (url.find()) {
            found.add(url.group(1));
        }
        Matcher path = PATH_OF_URL.matcher(value);
        while (path.find()) {
            SEGMENT.matcher(path.group(1))
                    .results()
                    .map(segment -> segment.group(1))
                    .filter(KnownSecrets::isKey)
                    .forEach(found::add);
        }
        return found;
    }

    /**
     * Masks the parts of a path that look like keys: some servers have URLs that grant access without other credentials.
     * @param url scheme, host, port and path of a URL
     * @return the same, with {@code ***} instead of each key
     */
    public static String maskKeys(String url) {
        Matcher path = PATH_OF_URL.matcher(url);
        return path.replaceAll(found -> Matcher.quoteReplacement(found.group()
                        .substring(0, found.start(1) - found.start())
                + SEGMENT.matcher(found.group(1)).replaceAll(segment -> isKey(segment.group(1)) ? "/" + MASK : "$0")));
    }

    private static boolean isKey(String segment) {
        return segment.length() >= MIN_SEGMENT
                && KEY.matcher(ESCAPE.matcher(segment).replaceAll(":")).find();
    }

    /**
     * Masks the known secrets in a text, including a secret truncated by the end of the text.
     * @param text any text
     * @return the text, with {@code ***} instead of each secret
     */
    public static String mask(String text) {
        Table[] tables = {CONFIGURED, sent, sentBefore};
        StringBuilder masked = null;
        int copied = 0;
        int hash = 0;
        for (int end = 0; end < text.length(); end++) {
            int begin = end + 1 - MIN_LENGTH;
            hash = 31 * hash + text.charAt(end);
            if (begin > 0) {
                hash -= Table.OUTGOING * text.charAt(begin - 1);
            }
            int length = (begin < copied) ? 0 : longest(tables, hash, text, begin);
            if (length > 0) {
                masked = (masked != null) ? masked : new StringBuilder();
                masked.append(text, copied, begin).append(MASK);
                copied = begin + length;
            }
        }
        return (masked != null) ? masked.append(text, copied, text.length()).toString() : text;
    }

    private static int longest(Table[] tables, int hash, String text, int begin) {
        int longest = 0;
        for (Table table : tables) {
            longest = Math.max(longest, table.longest(hash, text, begin));
        }
        return longest;
    }

    /**
     * Masks the known secrets in all strings of plain JSON.
     * @param json maps, lists, strings, numbers, booleans or {@code null}
     * @return the same with masked strings
     */
    public static @Nullable Object mask(@Nullable Object json) {
        if (json instanceof String text) {
            return mask(text);
        }
        if (json instanceof List<?> list) {
            List<@Nullable Object> masked = new ArrayList<>();
            list.forEach(element -> masked.add(mask(element)));
            return masked;
        }
        if (json instanceof Map<?, ?> map) {
            Map<Object, @Nullable Object> masked = new LinkedHashMap<>();
            map.forEach((name, value) -> masked.put((name instanceof String text) ? mask(text) : name, mask(value)));
            return masked;
        }
        return json;
    }

    /** Secrets indexed by the hash of their first characters; one pass over a text suffices for any number of secrets. */
    private static final class Table {

        /** Weight of the character that leaves the window in the rolling hash. */
        static final int OUTGOING = pow(31, MIN_LENGTH);

        private final Map<Integer, Set<String>> secrets = new ConcurrentHashMap<>();

        private final AtomicInteger size = new AtomicInteger();

        private static int pow(int base, int exponent) {
            int power = 1;
            for (int i = 0; i < exponent; i++) {
                power *= base;
            }
            return power;
        }

        private static int hash(String secret) {
            return secret.substring(0, MIN_LENGTH).hashCode();
        }

        boolean contains(String secret) {
            return secret.length() < MIN_LENGTH
                    || this.secrets.getOrDefault(hash(secret), Set.of()).contains(secret);
        }

        void add(String secret) {
            if (secret.length() >= MIN_LENGTH
                    && this.secrets
                            .computeIfAbsent(hash(secret), hash -> ConcurrentHashMap.newKeySet())
                            .add(secret)) {
                this.size.incrementAndGet();
            }
        }

        int size() {
            return this.size.get();
        }

        int longest(int hash, String text, int begin) {
            int longest = 0;
            for (String secret : this.secrets.getOrDefault(hash, Set.of())) {
                int length = Math.min(secret.length(), text.length() - begin);
                if (length > longest && text.startsWith(secret.substring(0, length), begin)) {
                    longest = length;
                }
            }
            return longest;
        }
    }
}
