package io.mcpclient.schema;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/**
 * What a completion is asked for: an argument of a prompt or a variable of a resource template.
 *
 * @see "MCP 2026-07-28, server/utilities/completion (CMP-01)"
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
