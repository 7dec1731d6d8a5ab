package io.mcpclient.langchain4j;

import java.util.Locale;

import dev.langchain4j.data.message.AudioContent;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.PdfFileContent;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.VideoContent;
import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.BlobResourceContents;
import io.mcpclient.schema.ContentBlock;
import io.mcpclient.schema.EmbeddedResource;
import io.mcpclient.schema.ResourceContents;
import io.mcpclient.schema.TextResourceContents;
import io.mcpclient.text.VisibleText;

/**
 * Converts content of servers to content of messages.
 *
 * <pre>
 *  text                      text
 *  image, audio              the same, with base64 data and media type as received
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
            return VideoContent.from(blob.blob(), blob.mimeType());
        }
        if (type.equals("application/pdf")) {
            return PdfFileContent.from(blob.blob(), blob.mimeType());
        }
        return TextContent.from(heading(blob) + ", binary, " + blob.blob().length() + " characters of base64");
    }

    static Content image(String data, @Nullable String mimeType) {
        return ImageContent.from(data, (mimeType != null) ? mimeType : "image/png");
    }

    static Content audio(String data, @Nullable String mimeType) {
        return AudioContent.from(data, (mimeType != null) ? mimeType : "audio/wav");
    }

    private static String heading(ResourceContents resource) {
        return "Resource " + resource.uri() + (resource.mimeType() != null ? " (" + resource.mimeType() + ")" : "");
    }
}
