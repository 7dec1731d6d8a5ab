package io.mcpclient.schema;

import java.util.List;

/**
 * Field that accepts one or several of a list of values, in any notation of the protocol revisions.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation">MCP: Elicitation</a>
 */
public sealed interface EnumSchema extends PrimitiveSchemaDefinition
        permits SingleSelectEnumSchema, MultiSelectEnumSchema, LegacyTitledEnumSchema {

    /** The options with their display titles, in the order of the form. */
    List<EnumOption> options();

    /** Whether several values may be selected; the submitted value is then a list. */
    default boolean allowsSeveral() {
        return this instanceof MultiSelectEnumSchema;
    }
}
