package io.mcpclient.internal.model;

import java.util.Map;

import io.mcpclient.model.McpSchemaForm;
import io.mcpclient.schema.JsonObject;

/**
 * Input schemas in the forms for models. A form never permits less than the schema as sent, except for arguments that mix the
 * properties of alternatives at the root: a property that only some of them have keeps its schema. Schemas are untrusted; work and
 * result are bounded, whatever is in them. Calls are checked against the schema as sent.
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
    @SuppressWarnings("unchecked") // names of members are strings
    public static JsonObject of(JsonObject asSent, McpSchemaForm form) {
        if (form == McpSchemaForm.AS_SENT) {
            return asSent;
        }
        Map<String, Object> members = asSent.as(Map.class);
        Map<String, Object> written = of(members, form);
        return (written == members && asSent.text().indexOf('\n') < 0) ? asSent : JsonObject.of(written);
    }

    /** Does the same for a schema as plain JSON; the result is immutable if something was changed. */
    static Map<String, Object> of(Map<String, Object> asSent, McpSchemaForm form) {
        return switch (form) {
            case AS_SENT -> asSent;
            case PORTABLE -> changed(asSent, PortableSchema.of(asSent));
            case INLINE -> changed(asSent, InlineSchema.of(PortableSchema.of(asSent)));
        };
    }

    @SuppressWarnings("unchecked") // an object remains one
    private static Map<String, Object> changed(Map<String, Object> asSent, Map<String, ?> schema) {
        return schema.equals(asSent) ? asSent : (Map<String, Object>) Nodes.nonNull(Nodes.fixed(schema));
    }
}
