package io.mcpclient.schema;

import java.util.List;

/**
 * A field for one or several of a list of values, in any of the notations that the protocol has had.
 *
 * @see "MCP 2026-07-28, client/elicitation (ELI-11 to ELI-13)"
 */
public sealed interface EnumSchema extends PrimitiveSchemaDefinition
        permits SingleSelectEnumSchema, MultiSelectEnumSchema, LegacyTitledEnumSchema {

    /** The values to choose from, each with the title to show, in the order of the form. */
    List<EnumOption> options();

    /** Whether several values may be chosen; the answer then is a list. */
    default boolean allowsSeveral() {
        return this instanceof MultiSelectEnumSchema;
    }
}
