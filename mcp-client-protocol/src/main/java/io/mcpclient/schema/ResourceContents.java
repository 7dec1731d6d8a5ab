package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.jspecify.annotations.Nullable;

/**
 * Contents of one resource: text, binary, or of an unknown kind. The application must obtain the user's consent before
 * passing them to a model or another server.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/resources">
 *     MCP: Resources, Reading Resources</a>
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION, defaultImpl = UnknownResourceContents.class)
@JsonSubTypes({@JsonSubTypes.Type(TextResourceContents.class), @JsonSubTypes.Type(BlobResourceContents.class)})
public sealed interface ResourceContents permits TextResourceContents, BlobResourceContents, UnknownResourceContents {

    /** URI; for resources that act as directories it may differ from the requested URI. */
    String uri();

    /** MIME type, or {@code null} if unknown. */
    @Nullable
    String mimeType();

    /** The {@code _meta} object, or {@code null}. */
    @Nullable
    Map<String, Object> meta();
}
