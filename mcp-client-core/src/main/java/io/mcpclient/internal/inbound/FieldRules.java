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

import io.mcpclient.schema.FormField;
import io.mcpclient.text.SafeText;

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
    static @Nullable String problem(FormField field, Object value) {
        return switch (field.kind()) {
            case TEXT -> (value instanceof String text) ? ofText(field, text) : "is not a string";
            case NUMBER, INTEGER -> ofNumber(field, value);
            case BOOLEAN -> (value instanceof Boolean) ? null : "is not a boolean";
            case SINGLE_SELECT -> ofChoice(field.options(), value);
            case MULTI_SELECT ->
                (value instanceof List<?> chosen) ? ofChoices(field, chosen) : "is not a list of strings";
            case UNSUPPORTED -> "has a type that forms do not support";
        };
    }

    private static @Nullable String ofText(FormField field, String text) {
        int length = text.codePointCount(0, text.length());
        Integer minLength = field.minLength();
        if (minLength != null && length < minLength) {
            return "is shorter than " + minLength + " characters";
        }
        Integer maxLength = field.maxLength();
        if (maxLength != null && length > maxLength) {
            return "is longer than " + maxLength + " characters";
        }
        String format = field.format();
        return (format == null || hasFormat(format, text)) ? null : "is not a valid " + format;
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

    private static @Nullable String ofNumber(FormField field, Object value) {
        BigDecimal number = (value instanceof Number given) ? decimal(given) : null;
        if (number == null) {
            return "is not a number";
        }
        if (field.kind() == FormField.Kind.INTEGER
                && number.stripTrailingZeros().scale() > 0) {
            return "is not an integer";
        }
        BigDecimal minimum = decimal(field.minimum());
        if (minimum != null && number.compareTo(minimum) < 0) {
            return "is below " + minimum;
        }
        BigDecimal maximum = decimal(field.maximum());
        return (maximum != null && number.compareTo(maximum) > 0) ? "is above " + maximum : null;
    }

    /** Infinity and NaN cannot be written as JSON. */
    private static @Nullable BigDecimal decimal(@Nullable Number number) {
        try {
            return (number != null) ? new BigDecimal(number.toString()) : null;
        } catch (NumberFormatException ex) {
            return null;
        }
    }

    private static @Nullable String ofChoices(FormField field, List<?> chosen) {
        Integer minItems = field.minItems();
        if (minItems != null && chosen.size() < minItems) {
            return "has fewer than " + minItems + " values";
        }
        Integer maxItems = field.maxItems();
        if (maxItems != null && chosen.size() > maxItems) {
            return "has more than " + maxItems + " values";
        }
        List<FormField.Option> options = field.options();
        for (Object value : chosen) {
            String problem = ofChoice(options, value);
            if (problem != null) {
                return problem;
            }
        }
        return null;
    }

    private static @Nullable String ofChoice(List<FormField.Option> options, @Nullable Object value) {
        return options.stream().anyMatch(option -> option.value().equals(value))
                ? null
                : "has the value \"" + SafeText.excerpt(String.valueOf(value), LONGEST_VALUE)
                        + "\", which is not one of " + allowed(options);
    }

    private static String allowed(List<FormField.Option> options) {
        int more = options.size() - NAMED;
        return options.stream()
                        .limit(NAMED)
                        .map(option -> "\"" + SafeText.excerpt(option.value(), LONGEST_VALUE) + "\"")
                        .collect(Collectors.joining(", "))
                + ((more > 0) ? " and " + more + " more" : "");
    }
}
