package io.mcpclient.internal.model;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

import org.jspecify.annotations.Nullable;

/** Values of keywords that are no schemas, as they have to be: others are refused. */
final class KeywordValues {

    private static final Set<String> TYPES =
            Set.of("array", "boolean", "integer", "null", "number", "object", "string");

    /** Longer ones are not worth a compilation for each form of a schema. */
    private static final int MAX_PATTERN = 1_000;

    /**
     * What JavaScript, Java and Python write in the same way, outside of classes: no groups but plain ones, no possessive
     * quantifiers, no escapes of letters that one of them does not know, no references to groups.
     */
    private static final Pattern COMMON = Pattern.compile(
            "(?:\\\\[^A-Za-z0-9]|\\\\[bBdDsSwWfnrtv0]|\\\\x\\p{XDigit}{2}|\\\\u\\p{XDigit}{4}"
                    + "|\\[(?:\\\\[^A-Za-z0-9]|\\\\[bdDsSwWfnrtv0]|\\\\x\\p{XDigit}{2}|\\\\u\\p{XDigit}{4}|[^\\\\\\]])*+\\]"
                    + "|\\((?!\\?)|\\(\\?:|[^\\\\\\[(*+?}]|[*+?}](?!\\+))*+",
            Pattern.DOTALL);

    private KeywordValues() {}

    /**
     * Returns a value as its keyword needs it.
     * @param kind kind of the keyword, not one with schemas
     * @param value the value as received
     * @return the value, or {@code null} if the keyword has to be dropped
     */
    static @Nullable Object repaired(ProviderRules.Kind kind, @Nullable Object value) {
        return switch (kind) {
            case NAMES -> names(value);
            case TYPE -> type(value);
            case VALUES -> (value instanceof List<?> values && !values.isEmpty()) ? values : null;
            case NUMBER -> (value instanceof Number) ? value : null;
            case LIMIT -> (value instanceof Number || value instanceof Boolean) ? value : null;
            case COUNT -> isCount(value) ? value : null;
            case FLAG -> (value instanceof Boolean) ? value : null;
            case TEXT -> (value instanceof String) ? value : null;
            case PATTERN -> (value instanceof String pattern && isPortable(pattern)) ? value : null;
            default -> value;
        };
    }

    /** Names without repetition. An object or a flag, as older dialects have it, is none. */
    private static @Nullable Object names(@Nullable Object value) {
        if (!(value instanceof List<?> list)) {
            return null;
        }
        List<?> names =
                list.stream().filter(String.class::isInstance).distinct().toList();
        return names.equals(list) ? list : names;
    }

    /** Known types. One that is unknown stands for anything, so that the others do not restrict it either. */
    private static @Nullable Object type(@Nullable Object value) {
        if (value instanceof String name) {
            String lower = name.toLowerCase(Locale.ROOT);
            return TYPES.contains(lower) ? lower : null;
        }
        if (!(value instanceof List<?> list) || list.isEmpty() || !list.stream().allMatch(String.class::isInstance)) {
            return null;
        }
        List<String> types = list.stream()
                .map(name -> String.valueOf(name).toLowerCase(Locale.ROOT))
                .distinct()
                .toList();
        if (!TYPES.containsAll(types)) {
            return null;
        }
        return types.equals(list) ? list : types;
    }

    private static boolean isCount(@Nullable Object value) {
        return value instanceof Number number && number.doubleValue() >= 0 && number.doubleValue() % 1 == 0;
    }

    /** Returns whether all providers can compile a pattern: OpenAI uses Python's expressions, and no look-around. */
    static boolean isPortable(String pattern) {
        if (pattern.length() > MAX_PATTERN || !COMMON.matcher(pattern).matches()) {
            return false;
        }
        try {
            Pattern.compile(pattern);
            return true;
        } catch (PatternSyntaxException ex) {
            return false;
        }
    }
}
