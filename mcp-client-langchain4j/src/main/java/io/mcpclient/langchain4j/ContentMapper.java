package io.mcpclient.langchain4j;

import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.PdfFileContent;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.VideoContent;

import io.mcpclient.model.McpModelMedia;
import io.mcpclient.model.McpModelResult;
import io.mcpclient.registry.McpModelFormats;
import io.mcpclient.schema.AudioContent;
import io.mcpclient.schema.ContentBlock;
import io.mcpclient.schema.EmbeddedResource;
import io.mcpclient.schema.ImageContent;
import io.mcpclient.schema.TextResourceContents;
import io.mcpclient.text.VisibleText;

/**
 * Converts content of servers to content of messages.
 *
 * <pre>
 *  text                                text
 *  embedded text                       text below a line with URI and media type
 *  image, audio, other binary data     image, audio, video or PDF with the media type of its signature; text if it is text in UTF-8;
 *                                      a note if models refuse its type or data
 *  resource link, unknown              its JSON as text
 * </pre>
 */
final class ContentMapper {

    private ContentMapper() {}

    static Content of(ContentBlock block) {
        if (block instanceof io.mcpclient.schema.TextContent text) {
            return TextContent.from(VisibleText.wellFormed(text.text()));
        }
        if (block instanceof EmbeddedResource embedded && embedded.resource() instanceof TextResourceContents text) {
            String type = (text.mimeType() != null) ? " (" + text.mimeType() + ")" : "";
            return TextContent.from("Resource " + text.uri() + type + "\n" + VisibleText.wellFormed(text.text()));
        }
        if (block instanceof ImageContent || block instanceof AudioContent || block instanceof EmbeddedResource) {
            return ofData(block);
        }
        return TextContent.from(Json.write(block));
    }

    private static Content ofData(ContentBlock block) {
        McpModelResult result = McpModelFormats.block(block);
        if (result.media().isEmpty()) {
            return TextContent.from(result.text());
        }
        McpModelMedia media = result.media().get(0);
        return of(media.kind(), media.base64(), media.mimeType());
    }

    static Content of(McpModelMedia.Kind kind, String base64, String mimeType) {
        return switch (kind) {
            case IMAGE -> dev.langchain4j.data.message.ImageContent.from(base64, mimeType);
            case AUDIO -> dev.langchain4j.data.message.AudioContent.from(base64, mimeType);
            case VIDEO -> VideoContent.from(base64, mimeType);
            case PDF -> PdfFileContent.from(base64, mimeType);
        };
    }
}
