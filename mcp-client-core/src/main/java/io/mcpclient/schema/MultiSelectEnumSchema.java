package io.mcpclient.schema;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Field that accepts several of a list of values.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation">MCP: Elicitation</a>
 */
public sealed interface MultiSelectEnumSchema extends EnumSchema
        permits UntitledMultiSelectEnumSchema, TitledMultiSelectEnumSchema {

    /** Minimum number of selected values, or {@code null}. */
    @Nullable
    Integer minItems();

    /** Maximum number of selected values, or {@code null}. */
    @Nullable
    Integer maxItems();

    /** Default values, possibly none. */
    List<String> defaultValue();
}
