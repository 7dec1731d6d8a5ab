package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.jspecify.annotations.Nullable;

/**
 * A piece of content in a tool result or prompt. Its {@code type} member tells the kinds apart; a kind this client does
 * not know is kept as {@link UnknownContent}.
 *
 * @see "MCP 2026-07-28, server/tools, tool result (TOOL-19)"
 */
@JsonTypeInfo(
        use = JsonTypeInfo.Id.NAME,
        include = JsonTypeInfo.As.EXISTING_PROPERTY,
        property = "type",
        visible = true,
        defaultImpl = UnknownContent.class)
@JsonSubTypes({
    @JsonSubTypes.Type(value = TextContent.class, name = "text"),
    @JsonSubTypes.Type(value = ImageContent.class, name = "image"),
    @JsonSubTypes.Type(value = AudioContent.class, name = "audio"),
    @JsonSubTypes.Type(value = ResourceLink.class, name = "resource_link"),
    @JsonSubTypes.Type(value = EmbeddedResource.class, name = "resource")
})
@JsonPropertyOrder("type")
public sealed interface ContentBlock
        permits TextContent, ImageContent, AudioContent, ResourceLink, EmbeddedResource, UnknownContent {

    /** Discriminator on the wire, such as {@code text}; empty if the sender left it out. */
    @JsonProperty("type")
    String type();

    /** The {@code _meta} object, or {@code null}. */
    @Nullable
    Map<String, Object> meta();
}
