package io.mcpclient.internal.model;

import java.util.Map;

import io.mcpclient.model.McpSchemaForm;

/**
 * Input schemas in the forms for models. A form never permits less than the schema as sent, except for arguments that mix the
 * properties of alternatives at the root: a property that only some of them have keeps its schema. Schemas are untrusted; work and
 * result are bounded, whatever is in them. Calls are checked against the schema as sent.
 */
public final class ModelSchemas {

    private ModelSchemas() {}

    /**
     * Returns a schema in a form.
     * @param asSent input schema as received; not changed
     * @param form the form
     * @return the same instance if nothing had to be changed, otherwise an immutable schema with the members in their order
     */
    public static Map<String, Object> of(Map<String, Object> asSent, McpSchemaForm form) {
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
