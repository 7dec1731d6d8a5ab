package io.mcpclient.schema;

import java.util.Map;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonDeserialize;

/**
 * Contents of one resource: text, binary, or of an unknown kind. The application must obtain the user's consent before
 * passing them to a model or another server.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/resources">
 *     MCP: Resources, Reading Resources</a>
 */
@JsonDeserialize(using = ResourceContentsDeserializer.class)
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
