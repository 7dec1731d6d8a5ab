package io.mcpclient.springai;

import java.util.Base64;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.ai.content.Media;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.util.InvalidMimeTypeException;
import org.springframework.util.MimeType;
import org.springframework.util.MimeTypeUtils;

import io.mcpclient.registry.McpModelFormats;
import io.mcpclient.schema.ContentBlock;

/** Media from bytes of a server, whose types are untrusted and may be missing. */
final class ContentMedia {

    private ContentMedia() {}

    static Media of(byte[] bytes, @Nullable String mimeType) {
        return Media.builder()
                .mimeType(mimeType(mimeType))
                .data(new ByteArrayResource(bytes))
                .build();
    }

    static Media of(String base64, String mimeType) {
        return of(Base64.getDecoder().decode(base64), mimeType);
    }

    /** Returns an image, audio, video or PDF for a model, empty for other content and for types and data that models refuse. */
    static List<Media> of(ContentBlock block) {
        return McpModelFormats.block(block).media().stream()
                .map(media -> of(media.base64(), media.mimeType()))
                .toList();
    }

    static MimeType mimeType(@Nullable String mimeType) {
        try {
            return (mimeType != null) ? MimeTypeUtils.parseMimeType(mimeType) : MimeTypeUtils.APPLICATION_OCTET_STREAM;
        } catch (InvalidMimeTypeException ex) {
            return MimeTypeUtils.APPLICATION_OCTET_STREAM;
        }
    }
}
