package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonTypeResolver;

/**
 * Content block of a sampling message. Blocks of an unknown or unexpected type are kept as {@link UnknownContent}.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/client/sampling">MCP: Sampling</a>
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
    @JsonSubTypes.Type(value = ToolUseContent.class, name = "tool_use"),
    @JsonSubTypes.Type(value = ToolResultContent.class, name = "tool_result")
})
@JsonPropertyOrder("type")
public sealed interface SamplingContent
        permits TextContent, ImageContent, AudioContent, ToolUseContent, ToolResultContent, UnknownContent {

    /** Discriminator on the wire, such as {@code text}; empty if the sender omitted it. */
    @JsonProperty("type")
    String type();

    /** The {@code _meta} object, or {@code null}. */
    @Nullable
    Map<String, Object> meta();
}
