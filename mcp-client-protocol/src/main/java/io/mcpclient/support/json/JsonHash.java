package io.mcpclient.support.json;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;

/**
 * Hashes of JSON values, the same for plain JSON and for JSON text. Whitespace between tokens, the order of members and the form of
 * numbers (1 and 1.0) have no effect, nor have whitespace at the ends of strings and CR before LF in them. A hash has 64 bits, so
 * that two values of one message with the same hash are as good as impossible; a comparison of all pairs is not needed. Not
 * thread-safe.
 */
public final class JsonHash {

    private static final int MAX_NUMBER = 100;

    private static final long TEXT = 1;

    private static final long NUMBER = 2;

    private static final long LIST = 3;

    private static final long OBJECT = 4;

    private static final long TRUE = mix(5);

    private static final long FALSE = mix(6);

    private static final long NULL = mix(7);

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNumberLength(MAX_NUMBER)
                    .build())
            .build();

    private final Listener listener;

    private int values;

    private int maxValues = Integer.MAX_VALUE;

    /**
     * Creates a hash function.
     * @param listener gets the hash of each value
     */
    public JsonHash(Listener listener) {
        this.listener = listener;
    }

    /**
     * Returns the hash of plain JSON.
     * @param value map, list, string, number, boolean or {@code null}; anything else counts as its text
     * @return the hash
     */
    public long of(@Nullable Object value) {
        this.values++;
        if (value instanceof Map<?, ?> object) {
            long sum = 0;
            for (Map.Entry<?, ?> member : object.entrySet()) {
                sum += member(String.valueOf(member.getKey()), of(member.getValue()));
            }
            return part(mix(OBJECT + sum));
        }
        if (value instanceof List<?> list) {
            long hash = LIST;
            for (Object item : list) {
                hash = item(hash, of(item));
            }
            return part(mix(hash));
        }
        if (value instanceof Number number && number.toString().length() <= MAX_NUMBER && isFinite(number)) {
            return scalar(ofNumber(new BigDecimal(number.toString())));
        }
        if (value instanceof Boolean flag) {
            return scalar(flag ? TRUE : FALSE);
        }
        return (value != null) ? part(ofText(value.toString())) : scalar(NULL);
    }

    /**
     * Returns the hash of the value that a text is.
     * @param text any text
     * @param max number of values after which it is not read further
     * @return the hash; empty if the text is not JSON as a whole, or has more values
     */
    public OptionalLong ofJson(String text, int max) {
        this.maxValues = (int) Math.min((long) this.values + max, Integer.MAX_VALUE);
        try (JsonParser json = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            long hash = read(json, json.nextToken());
            return (json.nextToken() == null) ? OptionalLong.of(hash) : OptionalLong.empty();
        } catch (JacksonException notJson) {
            return OptionalLong.empty();
        }
    }

    /**
     * Returns the hash of a string.
     * @param text its characters
     * @return the hash
     */
    public static long ofText(String text) {
        int end = text.length();
        while (end > 0 && Character.isWhitespace(text.charAt(end - 1))) {
            end--;
        }
        int i = 0;
        while (i < end && Character.isWhitespace(text.charAt(i))) {
            i++;
        }
        long hash = TEXT;
        for (; i < end; i++) {
            char c = text.charAt(i);
            if (c != '\r' || text.charAt(i + 1) != '\n') { // the last character is no whitespace
                hash = (hash ^ c) * 0x9e3779b97f4a7c15L;
                hash ^= hash >>> 32;
            }
        }
        return mix(hash);
    }

    /**
     * Returns the number of values read so far, also of texts that turned out not to be JSON.
     * @return values at any depth
     */
    public int values() {
        return this.values;
    }

    private long read(JsonParser json, @Nullable JsonToken token) {
        this.values++;
        if (token == null || this.values > this.maxValues) {
            throw new StreamConstraintsException("no value, or too many");
        }
        return switch (token) {
            case START_OBJECT -> {
                long sum = 0;
                for (String name = json.nextName(); name != null; name = json.nextName()) {
                    sum += member(name, read(json, json.nextToken()));
                }
                yield part(mix(OBJECT + sum));
            }
            case START_ARRAY -> {
                long hash = LIST;
                for (JsonToken next = json.nextToken(); next != JsonToken.END_ARRAY; next = json.nextToken()) {
                    hash = item(hash, read(json, next));
                }
                yield part(mix(hash));
            }
            case VALUE_STRING -> part(ofText(json.getString()));
            case VALUE_TRUE -> scalar(TRUE);
            case VALUE_FALSE -> scalar(FALSE);
            case VALUE_NULL -> scalar(NULL);
            default -> scalar(ofNumber(JsonNumbers.decimal(json)));
        };
    }

    private long part(long hash) {
        this.listener.seen(hash, false);
        return hash;
    }

    private long scalar(long hash) {
        this.listener.seen(hash, true);
        return hash;
    }

    /** A sum of these does not depend on their order. */
    private static long member(String name, long value) {
        return mix(ofText(name) * 31 + value);
    }

    private static long item(long before, long value) {
        return mix(before * 31 + value);
    }

    private static boolean isFinite(Number number) {
        return !(number instanceof Double || number instanceof Float) || Double.isFinite(number.doubleValue());
    }

    /** By digits without the zeros at the end, since {@link BigDecimal#stripTrailingZeros} takes long for many of them. */
    private static long ofNumber(@Nullable BigDecimal number) {
        if (number == null) {
            throw new StreamConstraintsException("a number out of range");
        }
        if (number.signum() == 0) {
            return mix(NUMBER);
        }
        String digits = number.unscaledValue().toString();
        int end = digits.length();
        while (digits.charAt(end - 1) == '0') {
            end--;
        }
        long exponent = (long) digits.length() - end - number.scale();
        return mix(NUMBER + ofText(digits.substring(0, end)) * 31 + exponent);
    }

    /** Distributes the bits, as the finalizer of SplitMix64 does. */
    private static long mix(long bits) {
        long mixed = (bits ^ (bits >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return mixed ^ (mixed >>> 31);
    }

    /** Gets the values within a value, before the value itself. */
    @FunctionalInterface
    public interface Listener {

        /**
         * Called for each value.
         * @param hash its hash
         * @param isScalar whether it is a number, a boolean or {@code null}
         */
        void seen(long hash, boolean isScalar);
    }
}
