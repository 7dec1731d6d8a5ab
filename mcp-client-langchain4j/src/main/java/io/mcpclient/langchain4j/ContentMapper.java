package io.mcpclient.langchain4j;

import java.util.Locale;
import java.util.Map;

import dev.langchain4j.data.message.AudioContent;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.PdfFileContent;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.VideoContent;
import org.jspecify.annotations.Nullable;

import io.mcpclient.model.McpModelResult;
import io.mcpclient.registry.McpModelFormats;
import io.mcpclient.schema.BlobResourceContents;
import io.mcpclient.schema.ContentBlock;
import io.mcpclient.schema.EmbeddedResource;
import io.mcpclient.schema.ResourceContents;
import io.mcpclient.schema.TextResourceContents;
import io.mcpclient.support.json.Base64Text;
import io.mcpclient.text.VisibleText;

/**
 * Converts content of servers to content of messages.
 *
 * <pre>
 *  text                      text
 *  image                     the same, with the media type of its signature; a note if models refuse its type or data
 *  audio                     the same, with the media type as received
 *  embedded text             text below a line with URI and media type
 *  embedded binary data      image, audio, video or PDF by its media type; otherwise a line of text with URI, type and size
 *  resource link, unknown    its JSON as text
 * </pre>
 */
final class ContentMapper {

    private ContentMapper() {}

    static Content of(ContentBlock block) {
        if (block instanceof io.mcpclient.schema.TextContent text) {
            return TextContent.from(VisibleText.wellFormed(text.text()));
        }
        if (block instanceof io.mcpclient.schema.ImageContent image) {
            return image(image.data(), image.mimeType());
        }
        if (block instanceof io.mcpclient.schema.AudioContent audio) {
            return audio(audio.data(), audio.mimeType());
        }
        if (block instanceof EmbeddedResource embedded) {
            return of(embedded.resource());
        }
        return TextContent.from(Json.write(block));
    }

    static Content of(ResourceContents resource) {
        if (resource instanceof TextResourceContents text) {
            return TextContent.from(heading(resource) + "\n" + VisibleText.wellFormed(text.text()));
        }
        if (resource instanceof BlobResourceContents blob) {
            return ofBlob(blob);
        }
        return TextContent.from(Json.write(resource));
    }

    private static Content ofBlob(BlobResourceContents blob) {
        String type = (blob.mimeType() != null) ? blob.mimeType().toLowerCase(Locale.ROOT) : "";
        if (type.startsWith("image/")) {
            return image(blob.blob(), blob.mimeType());
        }
        if (type.startsWith("audio/")) {
            return audio(blob.blob(), blob.mimeType());
        }
        if (type.startsWith("video/")) {
            return VideoContent.from(standard(blob.blob()), blob.mimeType());
        }
        if (type.equals("application/pdf")) {
            return PdfFileContent.from(standard(blob.blob()), blob.mimeType());
        }
        return TextContent.from(heading(blob) + ", binary, " + blob.blob().length() + " characters of base64");
    }

    static Content image(String data, @Nullable String mimeType) {
        ContentBlock image = new io.mcpclient.schema.ImageContent(
                data, (mimeType != null) ? mimeType : "image/png", null, null, Map.of());
        McpModelResult result = McpModelFormats.block(image);
        return result.media().isEmpty()
                ? TextContent.from(result.text())
                : ImageContent.from(
                        result.media().get(0).base64(), result.media().get(0).mimeType());
    }

    static Content audio(String data, @Nullable String mimeType) {
        return AudioContent.from(standard(data), (mimeType != null) ? mimeType : "audio/wav");
    }

    /** Returns standard Base64, or what is none as it is. */
    private static String standard(String data) {
        String standard = Base64Text.standard(data);
        return (standard != null) ? standard : data;
    }

    private static String heading(ResourceContents resource) {
        return "Resource " + resource.uri() + (resource.mimeType() != null ? " (" + resource.mimeType() + ")" : "");
    }
}
