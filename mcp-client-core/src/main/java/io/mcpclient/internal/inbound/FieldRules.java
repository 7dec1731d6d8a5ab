package io.mcpclient.internal.inbound;

import java.math.BigDecimal;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.support.SafeText;
import io.mcpclient.schema.BooleanSchema;
import io.mcpclient.schema.EnumSchema;
import io.mcpclient.schema.MultiSelectEnumSchema;
import io.mcpclient.schema.NumberSchema;
import io.mcpclient.schema.PrimitiveSchemaDefinition;
import io.mcpclient.schema.StringSchema;

/**
 * Rules for the value of one field of a form. Keywords that the protocol does not define are ignored: a {@code pattern} of an
 * untrusted server is a program that may run forever.
 *
 * @see "MCP 2025-11-25, client/elicitation, Requested Schema (ELI-09 to ELI-13)"
 */
final class FieldRules {

    private static final Pattern EMAIL = Pattern.compile("[^\\s@]+@[^\\s@]+");

    /** Number of allowed values in a message. */
    private static final int NAMED = 10;

    private static final int LONGEST_VALUE = 40;

    private FieldRules() {}

    /**
     * Returns the first rule that a value violates.
     * @param field the field
     * @param value the value that was filled in
     * @return the problem, to be appended to the name of the field, or {@code null} if there is none
     */
    static @Nullable String problem(PrimitiveSchemaDefinition field, Object value) {
        if (field instanceof StringSchema string) {
            return (value instanceof String text) ? ofText(string, text) : "is not a string";
        }
        if (field instanceof NumberSchema number) {
            return ofNumber(number, value);
        }
        if (field instanceof BooleanSchema) {
            return (value instanceof Boolean) ? null : "is not a boolean";
        }
        if (field instanceof MultiSelectEnumSchema several) {
            return (value instanceof List<?> chosen) ? ofChoices(several, chosen) : "is not a list of strings";
        }
        if (field instanceof EnumSchema one) {
            return ofChoice(one, value);
        }
        return "has a type that forms do not support";
    }

    private static @Nullable String ofText(StringSchema field, String text) {
        int length = text.codePointCount(0, text.length());
        if (field.minLength() != null && length < field.minLength()) {
            return "is shorter than " + field.minLength() + " characters";
        }
        if (field.maxLength() != null && length > field.maxLength()) {
            return "is longer than " + field.maxLength() + " characters";
        }
        return (field.format() == null || hasFormat(field.format(), text)) ? null : "is not a valid " + field.format();
    }

    private static boolean hasFormat(String format, String text) {
        try {
            return switch (format) {
                case "email" -> EMAIL.matcher(text).matches();
                case "uri" -> new URI(text).isAbsolute();
                case "date" -> LocalDate.parse(text) != null;
                case "date-time" -> OffsetDateTime.parse(text) != null;
                default -> true;
            };
        } catch (URISyntaxException | DateTimeException ex) {
            return false;
        }
    }

    private static @Nullable String ofNumber(NumberSchema field, Object value) {
        BigDecimal number = (value instanceof Number given) ? decimal(given) : null;
        if (number == null) {
            return "is not a number";
        }
        if (field.isInteger() && number.stripTrailingZeros().scale() > 0) {
            return "is not an integer";
        }
        BigDecimal minimum = (field.minimum() != null) ? decimal(field.minimum()) : null;
        if (minimum != null && number.compareTo(minimum) < 0) {
            return "is below " + minimum;
        }
        BigDecimal maximum = (field.maximum() != null) ? decimal(field.maximum()) : null;
        return (maximum != null && number.compareTo(maximum) > 0) ? "is above " + maximum : null;
    }

    /** Infinity and NaN cannot be written as JSON. */
    private static @Nullable BigDecimal decimal(Number number) {
        try {
            return new BigDecimal(number.toString());
        } catch (NumberFormatException ex) {
            return null;
        }
    }

    private static @Nullable String ofChoices(MultiSelectEnumSchema field, List<?> chosen) {
        if (field.minItems() != null && chosen.size() < field.minItems()) {
            return "has fewer than " + field.minItems() + " values";
        }
        if (field.maxItems() != null && chosen.size() > field.maxItems()) {
            return "has more than " + field.maxItems() + " values";
        }
        for (Object value : chosen) {
            String problem = ofChoice(field, value);
            if (problem != null) {
                return problem;
            }
        }
        return null;
    }

    private static @Nullable String ofChoice(EnumSchema field, @Nullable Object value) {
        return field.options().stream().anyMatch(option -> option.value().equals(value))
                ? null
                : "has the value \"" + SafeText.excerpt(String.valueOf(value), LONGEST_VALUE)
                        + "\", which is not one of " + allowed(field);
    }

    private static String allowed(EnumSchema field) {
        int more = field.options().size() - NAMED;
        return field.options().stream()
                        .limit(NAMED)
                        .map(option -> "\"" + SafeText.excerpt(option.value(), LONGEST_VALUE) + "\"")
                        .collect(Collectors.joining(", "))
                + ((more > 0) ? " and " + more + " more" : "");
    }
}
