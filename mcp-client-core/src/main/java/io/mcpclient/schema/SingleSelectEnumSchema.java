package io.mcpclient.schema;

import org.jspecify.annotations.Nullable;

/**
 * A field for one of a list of values.
 *
 * @see "MCP 2026-07-28, client/elicitation (ELI-11)"
 */
public sealed interface SingleSelectEnumSchema extends EnumSchema
        permits UntitledSingleSelectEnumSchema, TitledSingleSelectEnumSchema {

    /** The value to begin with, or {@code null}. */
    @Nullable
    String defaultValue();
}
