package io.mcpclient.support.recording;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.text.KnownSecrets;
import io.mcpclient.text.SecretNames;

/** Replaces secrets in plain JSON and in texts. Thread-safe, except for {@link #add}. */
public final class Redaction {

    private static final String MASK = "***";

    private static final JsonCodec CODEC = new JsonCodec(JsonLimits.DEFAULT);

    private static final Pattern SCHEME = Pattern.compile("(?i)\\b(Bearer|Basic|DPoP)\\s+([A-Za-z0-9._~+/=-]{4,})");

    /** What tells credentials from the next word of a sentence, such as "Basic authentication". */
    private static final Predicate<String> LOOKS_RANDOM =
            Pattern.compile("[0-9_=+]|[a-z][A-Z]|.{20,}").asPredicate();

    private static final Pattern QUERY = Pattern.compile("([?&;]([^=&#\\s\"'<>?;]+)=)([^&#\\s\"'<>;]+)");

    private static final Pattern ASSIGNMENT =
            Pattern.compile("(\\b([A-Za-z][A-Za-z0-9_.-]*)(?:=|[\"']\\s*[:=]\\s*)[\"']?)([^\"',;&\\s{}\\[\\]]+)");

    private static final Pattern HEADER = Pattern.compile(
            "(?im)\\b((?:proxy-)?authorization|(?:set-)?cookie|[a-z-]*api-key)(\\s*:\\s*)([^\\r\\n\"']+)");

    private static final Pattern PASSWORD_OF_URL = Pattern.compile("(://[^/@\\s:\"'<>]*:)([^/@\\s\"'<>]+)@");

    private static final Pattern TOKEN = Pattern.compile("\\beyJ[A-Za-z0-9_-]{5,}\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]*");

    private static final Pattern PRIVATE_KEY =
            Pattern.compile("(?s)(-----BEGIN [A-Z ]*PRIVATE KEY-----).*?(?=-----END [A-Z ]*PRIVATE KEY-----|$)");

    /** Members that describe values, so that their own members with secret names are not secret. */
    private static final Set<String> SCHEMAS = Set.of("inputSchema", "outputSchema", "requestedSchema");

    /** Members of a schema that contain values. */
    private static final Set<String> VALUES_OF_SCHEMAS = Set.of("default", "const", "enum", "example", "examples");

    /** Parts of names, besides those that the client itself treats as secret. */
    private final Set<String> parts = new TreeSet<>(Set.of(
            "authorization",
            "password",
            "secret",
            "token",
            "api_key",
            "apikey",
            "api-key",
            "jwt",
            "passphrase",
            "private_key",
            "sessionid",
            "session_id",
            "session-id",
            "creditcard",
            "credit_card"));

    /**
     * Treats more members as secret.
     * @param part part of their names; letter case does not matter
     */
    public void add(String part) {
        this.parts.add(part.toLowerCase(Locale.ROOT));
    }

    /**
     * Returns a copy of a JSON object without secrets.
     * @param object plain JSON
     * @return the copy
     */
    public Map<String, Object> object(Map<String, Object> object) {
        return object(object, false);
    }

    private Map<String, Object> object(Map<?, ?> object, boolean isSchema) {
        Map<String, Object> copy = new LinkedHashMap<>();
        object.forEach((name, value) -> copy.put(String.valueOf(name), member(String.valueOf(name), value, isSchema)));
        return copy;
    }

    private @Nullable Object member(String name, @Nullable Object value, boolean isSchema) {
        if (!isSecret(name, value)) {
            return value(value, isSchema || SCHEMAS.contains(name));
        }
        if (!isSchema || !(value instanceof Map<?, ?> || value instanceof List<?>)) {
            return MASK;
        }
        return (value instanceof Map<?, ?> property) ? withoutValues(property) : value(value, true);
    }

    /** Masks the values in the schema of a property with a secret name. */
    private Map<String, Object> withoutValues(Map<?, ?> schema) {
        Map<String, Object> copy = object(schema, true);
        copy.replaceAll((name, value) -> VALUES_OF_SCHEMAS.contains(name) ? MASK : value);
        return copy;
    }

    private @Nullable Object value(@Nullable Object value, boolean isSchema) {
        if (value instanceof Map<?, ?> object) {
            return object(object, isSchema);
        }
        if (value instanceof List<?> list) {
            List<@Nullable Object> copy = new ArrayList<>();
            list.forEach(element -> copy.add(value(element, isSchema)));
            return copy;
        }
        return (value instanceof String text) ? text(text) : value;
    }

    private boolean isSecret(String name, @Nullable Object value) {
        boolean isCount =
                value instanceof Number && name.toLowerCase(Locale.ROOT).endsWith("tokens");
        return value != null && !(value instanceof Boolean) && !isCount && isSecret(name);
    }

    private boolean isSecret(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return SecretNames.isSecretArgument(name) || this.parts.stream().anyMatch(lower::contains);
    }

    /** Parameters of URLs are rarely anything but credentials if they are called "key" or "code". */
    private boolean isSecretParameter(String name) {
        return name.equalsIgnoreCase("code") || SecretNames.isSecret(name) || isSecret(name);
    }

    /**
     * Returns a text without secrets. Structured content is often repeated as text.
     * @param text any text
     * @return the text with masks
     */
    public String text(String text) {
        String trimmed = text.strip();
        if (trimmed.startsWith("{") || trimmed.startsWith("[")) {
            try {
                return CODEC.toJson(value(CODEC.fromJson(text, Object.class), false));
            } catch (IllegalArgumentException ex) {
                return plain(text); // only looks like JSON
            }
        }
        return plain(text);
    }

    private String plain(String text) {
        String masked = KnownSecrets.mask(text);
        masked = PRIVATE_KEY.matcher(masked).replaceAll("$1" + MASK);
        masked = TOKEN.matcher(masked).replaceAll(MASK);
        masked = PASSWORD_OF_URL.matcher(masked).replaceAll("$1" + MASK + "@");
        masked = HEADER.matcher(masked).replaceAll("$1$2" + MASK);
        masked = replace(SCHEME, masked, found -> isCredential(found.group(2)), 1, " ");
        masked = replace(QUERY, masked, found -> isSecretParameter(found.group(2)), 1, "");
        return replace(ASSIGNMENT, masked, found -> isSecret(found.group(2)), 1, "");
    }

    private static String replace(
            Pattern pattern, String text, Predicate<MatchResult> isSecret, int kept, String between) {
        return pattern.matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(
                        isSecret.test(found) ? found.group(kept) + between + MASK : found.group()));
    }

    private static boolean isCredential(String text) {
        return LOOKS_RANDOM.test(text) || isNameAndPassword(text);
    }

    private static boolean isNameAndPassword(String text) {
        try {
            byte[] pair = Base64.getDecoder().decode(text);
            return new String(pair, StandardCharsets.ISO_8859_1).matches("[ -~]*:[ -~]*");
        } catch (IllegalArgumentException ex) {
            return false;
        }
    }

    /**
     * Returns whether a recorded value is a request's, whatever is masked in it: which secrets are known may differ when a recording
     * is replayed.
     * @param recorded plain JSON of a recording
     * @param asked plain JSON of a request
     * @return whether they are the same, but for the masks
     */
    public static boolean matches(@Nullable Object recorded, @Nullable Object asked) {
        if (MASK.equals(recorded)) {
            return asked != null;
        }
        if (recorded instanceof Map<?, ?> one && asked instanceof Map<?, ?> other) {
            return one.keySet().equals(other.keySet())
                    && one.entrySet().stream()
                            .allMatch(member -> matches(member.getValue(), other.get(member.getKey())));
        }
        if (recorded instanceof List<?> one && asked instanceof List<?> other) {
            boolean matches = one.size() == other.size();
            for (int i = 0; matches && i < one.size(); i++) {
                matches = matches(one.get(i), other.get(i));
            }
            return matches;
        }
        return (recorded instanceof String text && text.contains(MASK) && asked instanceof String other)
                ? withMasks(text, other)
                : Objects.equals(reread(recorded), reread(asked));
    }

    /** Whatever its Java type. */
    private static @Nullable Object reread(@Nullable Object value) {
        return (value == null) ? null : CODEC.fromJson(CODEC.toJson(value), Object.class);
    }

    /** Looks for the parts between the masks, one after the other. */
    private static boolean withMasks(String recorded, String asked) {
        String[] parts = recorded.split(Pattern.quote(MASK), -1);
        int end = asked.length() - parts[parts.length - 1].length();
        int position = parts[0].length();
        boolean matches = asked.startsWith(parts[0]) && asked.endsWith(parts[parts.length - 1]);
        for (int i = 1; matches && i < parts.length - 1; i++) {
            int found = asked.indexOf(parts[i], position);
            matches = found >= 0;
            position = found + parts[i].length();
        }
        return matches && position <= end;
    }
}
