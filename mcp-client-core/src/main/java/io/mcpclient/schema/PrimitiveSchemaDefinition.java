package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonCreator;
import org.jspecify.annotations.Nullable;

/**
 * Schema of one field of an elicitation form. A schema of a kind that is not allowed, such as a nested object, is kept as
 * {@link UnknownSchema}; unmodelled keywords are kept in {@code extra}.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation">
 *     MCP: Elicitation, Requested Schema</a>
 */
public sealed interface PrimitiveSchemaDefinition
        permits StringSchema, NumberSchema, BooleanSchema, EnumSchema, UnknownSchema {

    /** Display name, or {@code null}. */
    @Nullable
    String title();

    /** Description of the field, or {@code null}. */
    @Nullable
    String description();

    /**
     * Determines the kind of a schema from its keywords.
     *
     * @param schema the schema as a JSON object, in its order
     */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static PrimitiveSchemaDefinition of(Map<String, Object> schema) {
        return new SchemaReader(schema).read();
    }
}
