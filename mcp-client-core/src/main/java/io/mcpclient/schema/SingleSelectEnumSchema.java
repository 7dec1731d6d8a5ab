package io.mcpclient.schema;

import org.jspecify.annotations.Nullable;

/**
 * Field that accepts one of several values.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation">MCP: Elicitation</a>
 */
public sealed interface SingleSelectEnumSchema extends EnumSchema
        permits UntitledSingleSelectEnumSchema, TitledSingleSelectEnumSchema {

    /** Default value, or {@code null}. */
    @Nullable
    String defaultValue();
}
