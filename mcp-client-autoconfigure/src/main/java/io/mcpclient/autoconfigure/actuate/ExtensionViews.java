package io.mcpclient.autoconfigure.actuate;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.JsonObject;
import io.mcpclient.schema.ServerCapabilities;
import io.mcpclient.status.McpExtensionStatus;
import io.mcpclient.support.json.JsonSize;
import io.mcpclient.text.SafeText;

/** Views of extensions of the protocol. Servers choose identifiers and settings: both are printable, and limited. */
final class ExtensionViews {

    /** Extensions in one view; those of the client come first. */
    static final int MAX_EXTENSIONS = 50;

    /** Characters of settings. */
    static final int MAX_SETTINGS = 1_000;

    /** Heap of settings that are written at all. */
    private static final long MAX_HEAP = 64 * 1024;

    private ExtensionViews() {}

    static List<ServerView.ExtensionView> of(List<McpExtensionStatus> extensions) {
        return extensions.stream()
                .limit(MAX_EXTENSIONS)
                .map(extension -> new ServerView.ExtensionView(
                        SafeText.excerpt(extension.identifier()),
                        extension.use(),
                        settings(extension.settings()),
                        extension.problem()))
                .toList();
    }

    private static @Nullable String settings(@Nullable Map<String, Object> settings) {
        if (settings == null) {
            return null;
        }
        return (JsonSize.of(settings).heap() > MAX_HEAP)
                ? "more than " + MAX_HEAP + " bytes"
                : SafeText.excerpt(JsonObject.of(settings).text(), MAX_SETTINGS);
    }

    /** Returns capabilities without extensions, which have a view of their own. */
    static ServerCapabilities others(ServerCapabilities all) {
        return new ServerCapabilities(
                all.experimental(),
                all.logging(),
                all.completions(),
                all.prompts(),
                all.resources(),
                all.tools(),
                all.tasks(),
                Map.of(),
                all.extra());
    }
}
