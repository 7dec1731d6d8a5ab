package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.jspecify.annotations.Nullable;

/**
 * Contents of one resource: text, bytes, or neither that this client knows. They leave the application, for a model or
 * another server, with the consent of the user alone, for which the application is responsible (RES-13).
 *
 * @see "MCP 2026-07-28, server/resources, reading resources (RES-01, RES-02, RES-13)"
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION, defaultImpl = UnknownResourceContents.class)
@JsonSubTypes({@JsonSubTypes.Type(TextResourceContents.class), @JsonSubTypes.Type(BlobResourceContents.class)})
public sealed interface ResourceContents permits TextResourceContents, BlobResourceContents, UnknownResourceContents {

    /** Address; with resources that act as directories it may differ from the one that was read. */
    String uri();

    /** Type, or {@code null} if not known. */
    @Nullable
    String mimeType();

    /** The {@code _meta} object, or {@code null}. */
    @Nullable
    Map<String, Object> meta();
}
