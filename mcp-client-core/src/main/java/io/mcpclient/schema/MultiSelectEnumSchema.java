package io.mcpclient.schema;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A field for several of a list of values.
 *
 * @see "MCP 2026-07-28, client/elicitation (ELI-12)"
 */
public sealed interface MultiSelectEnumSchema extends EnumSchema
        permits UntitledMultiSelectEnumSchema, TitledMultiSelectEnumSchema {

    /** How many values have to be chosen at least, or {@code null}. */
    @Nullable
    Integer minItems();

    /** How many values may be chosen at most, or {@code null}. */
    @Nullable
    Integer maxItems();

    /** The values to begin with, possibly none. */
    List<String> defaultValue();
}
