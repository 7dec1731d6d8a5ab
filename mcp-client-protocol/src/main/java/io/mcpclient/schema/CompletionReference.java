package io.mcpclient.schema;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/**
 * Target of a completion: a prompt with its arguments, or a resource template with its variables.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/completion">MCP: Completion</a>
 */
@JsonTypeInfo(
        use = JsonTypeInfo.Id.NAME,
        include = JsonTypeInfo.As.EXISTING_PROPERTY,
        property = "type",
        visible = true)
@JsonSubTypes({
    @JsonSubTypes.Type(value = PromptReference.class, name = "ref/prompt"),
    @JsonSubTypes.Type(value = ResourceTemplateReference.class, name = "ref/resource")
})
@JsonPropertyOrder("type")
public sealed interface CompletionReference permits PromptReference, ResourceTemplateReference {

    /** Discriminator on the wire. */
    @JsonProperty("type")
    String type();
}
