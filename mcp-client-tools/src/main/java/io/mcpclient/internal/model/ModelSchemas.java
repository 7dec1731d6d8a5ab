package io.mcpclient.internal.model;

import java.util.Map;

import io.mcpclient.model.McpSchemaForm;
import io.mcpclient.schema.JsonObject;

/**
 * Input schemas in the forms for models. A form never permits less than the schema as sent, except for arguments that mix the
 * properties of alternatives at the root: a property that only some of them have keeps its schema. Names of properties that a provider
 * refuses are others, see {@link PropertyNames}; {@link ModelSchema} leads back. Schemas are untrusted; work and result are bounded,
 * whatever is in them. Calls are checked against the schema as sent.
 */
public final class ModelSchemas {

    private ModelSchemas() {}

    /**
     * Returns a schema in a form.
     * @param asSent input schema as received
     * @param form the form
     * @return the same instance if nothing had to be changed, otherwise a schema with the members in their order; compact if it has line
     *     breaks, because each prompt contains it
     */
    public static JsonObject of(JsonObject asSent, McpSchemaForm form) {
        return forModel(asSent, form).schema();
    }

    /** Does the same, and returns the way back from the arguments of the model too. */
    @SuppressWarnings("unchecked") // names of members are strings
    public static ModelSchema forModel(JsonObject asSent, McpSchemaForm form) {
        if (form == McpSchemaForm.AS_SENT) {
            return new ModelSchema(asSent, PropertyNames.UNCHANGED);
        }
        Map<String, Object> members = asSent.as(Map.class);
        Map<String, ?> converted = converted(members, form);
        PropertyNames names = PropertyNames.of(converted);
        Map<String, Object> written = named(members, converted, names);
        boolean isSame = written == members && asSent.text().indexOf('\n') < 0;
        return new ModelSchema(isSame ? asSent : JsonObject.of(written), names);
    }

    /** Does the same for a schema as plain JSON; the result is immutable if something was changed. */
    static Map<String, Object> of(Map<String, Object> asSent, McpSchemaForm form) {
        Map<String, ?> converted = converted(asSent, form);
        return (converted == asSent) ? asSent : named(asSent, converted, PropertyNames.of(converted));
    }

    /** Returns a schema in a form, with the names of properties as sent. */
    static Map<String, ?> converted(Map<String, Object> asSent, McpSchemaForm form) {
        return switch (form) {
            case AS_SENT -> asSent;
            case PORTABLE -> PortableSchema.of(asSent);
            case INLINE -> InlineSchema.of(PortableSchema.of(asSent));
        };
    }

    @SuppressWarnings("unchecked") // an object remains one
    private static Map<String, Object> named(
            Map<String, Object> asSent, Map<String, ?> converted, PropertyNames names) {
        Map<String, ?> written = names.isEmpty() ? converted : names.in(converted);
        return written.equals(asSent) ? asSent : (Map<String, Object>) Nodes.nonNull(Nodes.fixed(written));
    }
}
