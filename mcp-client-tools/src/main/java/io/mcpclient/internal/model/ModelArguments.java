package io.mcpclient.internal.model;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * Arguments of tools as models write them. Reading accepts JSON, and what is certainly meant as JSON, see {@link JsonRepair}; text that
 * is JSON is not changed. Converting follows the schema, see {@link ArgumentConversion}; a value that fits its schema is not changed.
 * Neither throws an exception. Thread-safe.
 */
public final class ModelArguments {

    /** Number of characters of arguments. */
    private static final int MAX_LENGTH = 16 * 1024 * 1024;

    private static final String NOT_EXECUTED = "The tool was not executed: its arguments are not a JSON object";

    private ModelArguments() {}

    /**
     * Arguments that were read.
     *
     * @param arguments the arguments as plain JSON, not shared; empty if there is a problem
     * @param repair what was repaired, for the log; {@code null} if nothing was
     * @param problem text for the model that says why and where the arguments cannot be read; {@code null} if they can
     */
    public record Reading(
            Map<String, Object> arguments,
            @Nullable String repair,
            @Nullable String problem) {}

    /**
     * Arguments that were converted.
     *
     * @param arguments the arguments; the same instance if nothing was converted
     * @param converted JSON pointers of what was converted, names printable and cut, the first thousand
     * @param problems texts for the model about values of a wrong type that cannot be converted, the first ten
     */
    public record Conversion(Map<String, Object> arguments, List<String> converted, List<String> problems) {}

    /**
     * Reads arguments.
     *
     * <table>
     * <caption>texts</caption>
     * <tr><th>text</th><th>arguments</th></tr>
     * <tr><td>{@code null}, blank, {@code null}, {@code None}, {@code undefined}, {@code []}</td><td>none</td></tr>
     * <tr><td>a JSON object</td><td>its members; numbers keep their digits</td></tr>
     * <tr><td>a JSON string with one of these, up to three times</td><td>the same</td></tr>
     * <tr><td>see {@link JsonRepair}</td><td>the repaired members</td></tr>
     * <tr><td>anything else; more than 16 Mi characters, 200 levels, 500,000 values, or 1,000 characters of one number; an exponent
     * beyond 10,000</td><td>a problem</td></tr>
     * </table>
     *
     * @param text the text of the model, or {@code null}
     * @return the arguments, or the problem
     */
    public static Reading read(@Nullable String text) {
        if (text == null) {
            return new Reading(Map.of(), null, null);
        }
        if (text.length() > MAX_LENGTH) {
            return unreadable("they have more than " + MAX_LENGTH + " characters");
        }
        Set<JsonRepair> repairs = EnumSet.noneOf(JsonRepair.class);
        String current = text;
        for (int i = 0; i <= ExactConversions.MAX_ENCODED; i++) {
            JsonText json = new JsonText(current, repairs);
            String where = (i == 0) ? "" : " of the encoded text";
            try {
                Object value = new LenientJson(json).document();
                if (!(value instanceof String encoded)) {
                    return reading(value, repairs);
                }
                if (!isEncoded(encoded)) {
                    return unreadable("they are a string");
                }
                repairs.add(JsonRepair.ENCODED);
                current = encoded;
            } catch (UnreadableJsonException ex) {
                return unreadable(json.location(ex.offset()) + where + ": " + ex.getMessage());
            }
        }
        return unreadable("they are a string in more than " + ExactConversions.MAX_ENCODED + " others");
    }

    private static boolean isEncoded(String text) {
        String stripped = text.strip();
        return stripped.isEmpty() || "{[\"'`\ufeffnNuU".indexOf(stripped.charAt(0)) >= 0;
    }

    @SuppressWarnings("unchecked") // names are strings
    private static Reading reading(@Nullable Object value, Set<JsonRepair> repairs) {
        if (value instanceof Map<?, ?> arguments) {
            return new Reading((Map<String, Object>) arguments, text(repairs), null);
        }
        boolean isEmptyArray = value instanceof List<?> array && array.isEmpty();
        if (isEmptyArray) {
            repairs.add(JsonRepair.NOTHING);
        }
        if (value == null || value == LenientJson.Absent.ABSENT || isEmptyArray) {
            return new Reading(Map.of(), text(repairs), null);
        }
        JsonType type = JsonType.of(value);
        return unreadable("they are " + ((type != null) ? type.withArticle() : "no JSON"));
    }

    private static @Nullable String text(Set<JsonRepair> repairs) {
        return repairs.isEmpty()
                ? null
                : repairs.stream().map(JsonRepair::toString).collect(Collectors.joining(", "));
    }

    private static Reading unreadable(String problem) {
        return new Reading(Map.of(), null, NOT_EXECUTED + " (" + problem + "). Write one JSON object.");
    }

    /**
     * Converts arguments to the types that a schema requires.
     * @param arguments the arguments as plain JSON, not changed
     * @param inputSchema the schema as the server sent it
     * @return the converted arguments, or the same ones
     */
    @SuppressWarnings("unchecked") // the names of the arguments
    public static Conversion convert(Map<String, Object> arguments, Map<String, Object> inputSchema) {
        try {
            ArgumentConversion conversion = new ArgumentConversion(inputSchema);
            if (!conversion.fits(arguments, inputSchema)) {
                Changes changes = new Changes();
                Object converted = conversion.within(arguments, inputSchema, Place.ARGUMENTS, changes, 1);
                if (converted instanceof Map<?, ?> result) {
                    return new Conversion((Map<String, Object>) result, changes.places(), changes.problems());
                }
            }
        } catch (LocalSchema.ExhaustedException ex) {
            // The server reports what is wrong with the arguments.
        }
        return new Conversion(arguments, List.of(), List.of());
    }
}
