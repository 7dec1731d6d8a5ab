package io.mcpclient.internal.inbound;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.FormField;
import io.mcpclient.schema.RequestedSchema;
import io.mcpclient.support.json.JsonSize;
import io.mcpclient.text.SafeText;

/**
 * A form and its content. Messages name fields, never values.
 *
 * @see "MCP 2025-11-25, client/elicitation, Requested Schema (ELI-08, ELI-14, ELI-15)"
 */
final class FormContent {

    /** More fields than a person fills in. */
    private static final int MAX_FIELDS = 64;

    private static final int MAX_BYTES = 16 * 1024;

    private FormContent() {}

    /**
     * Returns the problem of a form that the protocol forbids.
     * @param form the form
     * @return the problem, suitable for a response, or {@code null} if there is none
     */
    static @Nullable String problem(RequestedSchema form) {
        if (form.type() != null && !form.type().equals("object")) {
            return "requestedSchema is not of type object";
        }
        if (form.properties().size() > MAX_FIELDS) {
            return "requestedSchema has more than " + MAX_FIELDS + " properties";
        }
        if (JsonSize.of(form).bytes() > MAX_BYTES) {
            return "requestedSchema is larger than " + MAX_BYTES + " bytes";
        }
        if (!PlainForm.of(form).schema().isFlat()) {
            return "requestedSchema has a property that is not primitive";
        }
        return form.properties().keySet().containsAll(form.required())
                ? null
                : "requestedSchema requires a property that it does not define";
    }

    /**
     * Fills in defaults for omitted fields, and validates the content.
     * @param plain the form, without problems
     * @param given content from the handler, or {@code null} for none
     * @return the content to send, in the order of the form
     * @throws InvalidResponseException if it does not match the form
     */
    static Map<String, Object> complete(PlainForm plain, @Nullable Map<String, Object> given) {
        RequestedSchema form = plain.schema();
        Map<String, Object> values = (given != null) ? given : Map.of();
        values.forEach((name, value) -> {
            if (value != null && !form.properties().containsKey(name)) {
                throw unfit(name, "is not in the form");
            }
        });
        Map<String, Object> content = new LinkedHashMap<>();
        form.properties().forEach((name, field) -> {
            Object value = value(field, values.get(name));
            if (value != null) {
                String problem = FieldRules.problem(field, value);
                if (problem != null) {
                    throw unfit(name, problem);
                }
                content.put(name, value);
            } else if (plain.nulls().contains(name)) {
                putNull(content, name);
            } else if (form.required().contains(name)) {
                throw unfit(name, "is required and was left out");
            }
        });
        return content;
    }

    /** The types of the vocabulary do not say that a value of a JSON object may be {@code null}. */
    @SuppressWarnings("NullAway")
    private static void putNull(Map<String, Object> content, String name) {
        content.put(name, null);
    }

    /** A default that violates the rules of its own field is ignored: the handler could not know. */
    private static @Nullable Object value(FormField field, @Nullable Object given) {
        if (given != null) {
            return whole(field, given);
        }
        Object defaultValue = field.defaultValue();
        Object value = (defaultValue != null) ? whole(field, defaultValue) : null;
        return (value != null && FieldRules.problem(field, value) == null) ? value : null;
    }

    /** Our forms may store all numbers as floating point; not all servers accept 3.0 as an integer. */
    private static Object whole(FormField field, Object value) {
        if (field.kind() == FormField.Kind.INTEGER && (value instanceof Double || value instanceof Float)) {
            double floating = ((Number) value).doubleValue();
            long rounded = (long) floating;
            return (rounded == floating && rounded != Long.MAX_VALUE) ? (Object) rounded : value;
        }
        return value;
    }

    private static InvalidResponseException unfit(String field, String problem) {
        return new InvalidResponseException("field \"" + SafeText.excerpt(field) + "\" " + problem);
    }
}
