package io.mcpclient.internal.model;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.mcpclient.model.McpModelMedia.Kind;
import io.mcpclient.model.McpResultRules.Media;
import io.mcpclient.schema.AudioContent;
import io.mcpclient.schema.BlobResourceContents;
import io.mcpclient.schema.ContentBlock;
import io.mcpclient.schema.EmbeddedResource;
import io.mcpclient.schema.ImageContent;
import io.mcpclient.schema.ResourceContents;
import io.mcpclient.schema.ResourceLink;
import io.mcpclient.schema.TextContent;
import io.mcpclient.schema.TextResourceContents;
import io.mcpclient.text.SafeText;

/**
 * What a model reads of each content block.
 *
 * <pre>
 *  content                      text
 *  text                         the text; a note if it is one data: URL
 *  blob of a text in UTF-8      as embedded text, but with {@link Media#TEXT}
 *  image, audio, blob           a note, or with {@link Media#TEXT} JSON that contains the data
 *  embedded text                a line with URI and MIME type, then the text
 *  resource link                JSON without icons and annotations: exact URI and name for a tool that reads it
 *  unknown                      JSON
 *  view of MCP Apps             nothing
 * </pre>
 *
 * {@code _meta} is part of none. Only blocks whose type says so become media, never text.
 */
final class ContentParts {

    /** Kinds of media by the type of content. */
    private static final Map<String, Set<Kind>> FITTING =
            Map.of("image", EnumSet.of(Kind.IMAGE), "audio", EnumSet.of(Kind.AUDIO), "file", EnumSet.allOf(Kind.class));

    private static final Set<String> FOR_DISPLAY = Set.of("icons", "annotations");

    private final Media rule;

    ContentParts(Media rule) {
        this.rule = rule;
    }

    List<Part> ofBlocks(List<ContentBlock> blocks) {
        return blocks.stream().filter(block -> !isView(block)).map(this::of).toList();
    }

    /** One text needs no heading: the model has asked for it. */
    List<Part> ofResources(List<ResourceContents> contents) {
        List<ResourceContents> readable = contents.stream()
                .filter(resource -> !Views.isView(resource.uri(), resource.mimeType()))
                .map(this::decoded)
                .toList();
        return (readable.size() == 1 && readable.get(0) instanceof TextResourceContents text)
                ? List.of(text(text.text()))
                : readable.stream().map(resource -> of(resource, resource)).toList();
    }

    private static boolean isView(ContentBlock block) {
        if (block instanceof EmbeddedResource embedded) {
            return Views.isView(embedded.resource().uri(), embedded.resource().mimeType());
        }
        return block instanceof ResourceLink link && Views.isView(link.uri(), link.mimeType());
    }

    private Part of(ContentBlock block) {
        if (block instanceof TextContent text) {
            return text(text.text());
        }
        if (block instanceof ImageContent image) {
            return media(image, "image", image.mimeType(), image.data(), null);
        }
        if (block instanceof AudioContent audio) {
            return media(audio, "audio", audio.mimeType(), audio.data(), null);
        }
        if (block instanceof EmbeddedResource embedded) {
            return of(decoded(embedded.resource()), embedded);
        }
        return json(block, (block instanceof ResourceLink) ? FOR_DISPLAY : Set.of());
    }

    /** Servers that read files send some texts as binary data. */
    private ResourceContents decoded(ResourceContents resource) {
        if (this.rule == Media.TEXT || !(resource instanceof BlobResourceContents blob)) {
            return resource;
        }
        String text = MediaNotes.text(blob);
        return (text != null)
                ? new TextResourceContents(blob.uri(), blob.mimeType(), text, blob.meta(), blob.extra())
                : blob;
    }

    /** A resource, and what is written as JSON if need be: the block in which it is embedded, or itself. */
    private Part of(ResourceContents resource, Object whole) {
        if (resource instanceof TextResourceContents text) {
            String type = (text.mimeType() != null) ? " (" + SafeText.excerpt(text.mimeType()) + ")" : "";
            return text(text.text()).withHeading("Resource " + MediaNotes.address(text.uri()) + type, text.uri());
        }
        if (resource instanceof BlobResourceContents blob) {
            return media(whole, "file", blob.mimeType(), blob.blob(), blob.uri());
        }
        return json(whole, Set.of());
    }

    private Part text(String text) {
        String note = (this.rule != Media.TEXT) ? MediaNotes.ofDataUrl(text) : null;
        return (note != null) ? Part.media(Fragment.note(note), text, null) : Part.text(text);
    }

    private Part media(Object block, String type, @Nullable String mimeType, String data, @Nullable String uri) {
        if (this.rule == Media.TEXT) {
            return Part.media(JsonForModel.block(block, Set.of(), true), data, null);
        }
        Base64Data base64 = Base64Data.ofBlock(data);
        Set<Kind> fitting = (this.rule == Media.ATTACH) ? FITTING.getOrDefault(type, Set.of()) : Set.of();
        String note = MediaNotes.note(mimeType, type, base64, uri);
        return Part.media(Fragment.note(note), data, MediaNotes.media(fitting, mimeType, base64, uri));
    }

    private Part json(Object block, Set<String> omitted) {
        return Part.json(JsonForModel.block(block, omitted, this.rule == Media.TEXT));
    }
}
