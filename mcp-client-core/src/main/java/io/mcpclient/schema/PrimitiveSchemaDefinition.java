package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonCreator;
import org.jspecify.annotations.Nullable;

/**
 * Schema of one field of an elicitation form. What is none of the allowed kinds, such as a nested object, is kept as
 * {@link UnknownSchema}; keywords that are not modelled are kept in {@code extra}.
 *
 * @see "MCP 2026-07-28, client/elicitation, requested schema (ELI-08 to ELI-13)"
 */
public sealed interface PrimitiveSchemaDefinition
        permits StringSchema, NumberSchema, BooleanSchema, EnumSchema, UnknownSchema {

    /** Name for display, or {@code null}. */
    @Nullable
    String title();

    /** What the field means, or {@code null}. */
    @Nullable
    String description();

    /**
     * Tells from the keywords which kind a schema is.
     *
     * @param schema the schema as a JSON object, in its order
     */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static PrimitiveSchemaDefinition of(Map<String, Object> schema) {
        return new SchemaReader(schema).read();
    }
}
