package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.support.Require;

/**
 * Field of a kind that the protocol does not allow, with all keywords kept. A form with such a field must be rejected.
 *
 * @param keywords the schema, verbatim and in its order
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation">MCP: Elicitation</a>
 */
public record UnknownSchema(@JsonValue Map<String, Object> keywords) implements PrimitiveSchemaDefinition {

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public UnknownSchema {
        keywords = Require.members(keywords);
    }

    @Override
    public @Nullable String title() {
        return this.keywords.get("title") instanceof String title ? title : null;
    }

    @Override
    public @Nullable String description() {
        return this.keywords.get("description") instanceof String description ? description : null;
    }
}
