package io.mcpclient.protocol;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.error.SafeText;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.schema.NumberSchema;
import io.mcpclient.schema.PrimitiveSchemaDefinition;
import io.mcpclient.schema.RequestedSchema;

/**
 * A form, and what was filled in. Messages name fields, never values.
 *
 * @see "MCP 2025-11-25, client/elicitation, Requested Schema (ELI-08, ELI-14, ELI-15)"
 */
final class FormContent {

    /** More than a person fills in. */
    private static final int MAX_FIELDS = 64;

    private static final int MAX_BYTES = 16 * 1024;

    private FormContent() {}

    /**
     * Looks for what makes a form one that the protocol does not allow.
     * @param form the form
     * @return what is wrong, fit for an answer, or {@code null} if nothing is
     */
    static @Nullable String problem(RequestedSchema form) {
        if (form.type() != null && !form.type().equals("object")) {
            return "requestedSchema is not of type object";
        }
        if (form.properties().size() > MAX_FIELDS) {
            return "requestedSchema has more than " + MAX_FIELDS + " properties";
        }
        if (JsonCodec.sizeOf(form).bytes() > MAX_BYTES) {
            return "requestedSchema is larger than " + MAX_BYTES + " bytes";
        }
        if (!form.isFlat()) {
            return "requestedSchema has a property that is not primitive";
        }
        return form.properties().keySet().containsAll(form.required())
                ? null
                : "requestedSchema requires a property that it does not define";
    }

    /**
     * Fills defaults into fields that were left out, and checks the whole.
     * @param form the form, without problems
     * @param given what the handler filled in, or {@code null} for nothing
     * @return what to send, in the order of the form
     * @throws UnfitAnswerException if it does not fit the form
     */
    static Map<String, Object> complete(RequestedSchema form, @Nullable Map<String, Object> given) {
        Map<String, Object> values = (given != null) ? given : Map.of();
        values.forEach((name, value) -> {
            if (value != null && !form.properties().containsKey(name)) {
                throw unfit(name, "is not in the form");
            }
        });
        Map<String, Object> defaults = form.defaults();
        Map<String, Object> content = new LinkedHashMap<>();
        form.properties().forEach((name, field) -> {
            Object value = value(field, values.get(name), defaults.get(name));
            if (value != null) {
                String problem = FieldRules.problem(field, value);
                if (problem != null) {
                    throw unfit(name, problem);
                }
                content.put(name, value);
            } else if (form.required().contains(name)) {
                throw unfit(name, "is required and was left out");
            }
        });
        return content;
    }

    /** A default that breaks the rules of its own field is none: the handler could not have known. */
    private static @Nullable Object value(
            PrimitiveSchemaDefinition field, @Nullable Object given, @Nullable Object defaultValue) {
        if (given != null) {
            return whole(field, given);
        }
        Object value = (defaultValue != null) ? whole(field, defaultValue) : null;
        return (value != null && FieldRules.problem(field, value) == null) ? value : null;
    }

    /** A form of ours may well keep all numbers as floating point; not all servers take 3.0 for an integer. */
    private static Object whole(PrimitiveSchemaDefinition field, Object value) {
        if (field instanceof NumberSchema number
                && number.isInteger()
                && (value instanceof Double || value instanceof Float)) {
            double floating = ((Number) value).doubleValue();
            long rounded = (long) floating;
            return (rounded == floating && rounded != Long.MAX_VALUE) ? (Object) rounded : value;
        }
        return value;
    }

    private static UnfitAnswerException unfit(String field, String problem) {
        return new UnfitAnswerException("field \"" + SafeText.excerpt(field) + "\" " + problem);
    }
}
