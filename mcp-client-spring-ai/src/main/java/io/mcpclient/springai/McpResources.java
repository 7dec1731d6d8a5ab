package io.mcpclient.springai;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.springframework.ai.content.Media;
import org.springframework.ai.document.Document;

import io.mcpclient.schema.BlobResourceContents;
import io.mcpclient.schema.ReadResourceResult;
import io.mcpclient.schema.ResourceContents;
import io.mcpclient.schema.TextResourceContents;
import io.mcpclient.text.VisibleText;

/**
 * Resources of MCP servers as documents and media of Spring AI.
 *
 * <pre>{@code
 * vectorStore.add(McpResources.documents(mcpClient.readResource("file:///handbook.md")));
 * }</pre>
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/server/resources">MCP: Resources</a>
 */
public final class McpResources {

    /** Metadata of a document: the URI of the resource. */
    public static final String URI = "uri";

    /** Metadata of a document: the media type of the resource, if the server stated it. */
    public static final String MIME_TYPE = "mimeType";

    private McpResources() {}

    /**
     * Converts the contents of a resource: text to documents with text, binary data to documents with media.
     * @param resource the resource as read; untrusted
     * @return a document for each part of the contents, with the metadata {@link #URI} and {@link #MIME_TYPE}; parts that
     *     are neither text nor binary data are left out
     * @throws IllegalArgumentException if binary content is not valid Base64
     */
    public static List<Document> documents(ReadResourceResult resource) {
        return resource.contents().stream().flatMap(McpResources::document).toList();
    }

    /**
     * Converts the binary parts of a resource.
     * @param resource the resource as read; untrusted
     * @return media for each binary part; without a valid media type they are {@code application/octet-stream}
     * @throws IllegalArgumentException if binary content is not valid Base64
     */
    public static List<Media> media(ReadResourceResult resource) {
        return resource.contents().stream()
                .filter(BlobResourceContents.class::isInstance)
                .map(contents -> media((BlobResourceContents) contents))
                .toList();
    }

    private static Stream<Document> document(ResourceContents contents) {
        if (contents instanceof TextResourceContents text) {
            return Stream.of(new Document(VisibleText.wellFormed(text.text()), metadata(contents)));
        }
        return (contents instanceof BlobResourceContents blob)
                ? Stream.of(new Document(media(blob), metadata(contents)))
                : Stream.empty();
    }

    private static Map<String, Object> metadata(ResourceContents contents) {
        Map<String, Object> metadata = new HashMap<>();
        metadata.put(URI, contents.uri());
        String mimeType = contents.mimeType();
        if (mimeType != null) {
            metadata.put(MIME_TYPE, mimeType);
        }
        return metadata;
    }

    private static Media media(BlobResourceContents blob) {
        return ContentMedia.of(blob.bytes(), blob.mimeType());
    }
}
