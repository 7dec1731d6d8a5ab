package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonTypeResolver;

/**
 * Content block of a tool result or prompt message. The {@code type} member is the discriminator; blocks of an unknown type
 * are kept as {@link UnknownContent}.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/tools">MCP: Tools, Tool Result</a>
 */
@JsonTypeResolver(ContentTypeResolver.class)
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

    /** Discriminator on the wire, such as {@code text}; empty if the sender omitted it. */
    @JsonProperty("type")
    String type();

    /** The {@code _meta} object, or {@code null}. */
    @Nullable
    Map<String, Object> meta();
}
