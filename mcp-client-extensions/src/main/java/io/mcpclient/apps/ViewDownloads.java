package io.mcpclient.apps;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.apps.internal.DownloadNames;
import io.mcpclient.support.json.Base64Text;
import io.mcpclient.text.SafeText;

/**
 * Reads files that views let users download. Links are not followed: nothing is fetched because a view wants it.
 *
 * @see "MCP Apps, downloads (APP-34)"
 */
final class ViewDownloads {

    private ViewDownloads() {}

    /** Returns a file, {@code null} if the content is no embedded resource, or larger than the limit. */
    static @Nullable McpAppDownload file(@Nullable Object content, long limit) {
        if (!(content instanceof Map<?, ?> block)
                || !"resource".equals(block.get("type"))
                || !(block.get("resource") instanceof Map<?, ?> resource)) {
            return null;
        }
        byte[] bytes = bytes(resource, limit);
        if (bytes == null || bytes.length > limit) {
            return null;
        }
        String mimeType = (resource.get("mimeType") instanceof String type) ? SafeText.excerpt(type, 100) : null;
        String uri = (resource.get("uri") instanceof String text) ? text : null;
        return new McpAppDownload(DownloadNames.of(uri), mimeType, bytes);
    }

    private static byte @Nullable [] bytes(Map<?, ?> resource, long limit) {
        if (resource.get("text") instanceof String text) {
            return (text.length() > limit) ? null : text.getBytes(StandardCharsets.UTF_8);
        }
        if (!(resource.get("blob") instanceof String blob) || blob.length() / 4L * 3 > limit + 2) {
            return null;
        }
        String standard = Base64Text.standard(blob);
        return (standard != null) ? Base64.getDecoder().decode(standard) : null;
    }
}
