package io.mcpclient.autoconfigure.actuate;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.JsonObject;
import io.mcpclient.schema.ServerCapabilities;
import io.mcpclient.status.McpExtensionStatus;
import io.mcpclient.support.json.JsonSize;
import io.mcpclient.text.SafeText;

/**
 * Views of capabilities, and of extensions of the protocol. Servers choose identifiers, settings and further members: all are
 * limited, and those of extensions are printable.
 */
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

    /** Returns capabilities without extensions, which have a view of their own. Large ones have no further members. */
    static ServerCapabilities others(ServerCapabilities all) {
        ServerCapabilities others = new ServerCapabilities(
                all.experimental(),
                all.logging(),
                all.completions(),
                all.prompts(),
                all.resources(),
                all.tools(),
                all.tasks(),
                Map.of(),
                all.extra());
        return (JsonSize.of(others).heap() > MAX_HEAP) ? known(all) : others;
    }

    /** Returns only what this library evaluates. */
    private static ServerCapabilities known(ServerCapabilities all) {
        ServerCapabilities.Prompts prompts = all.prompts();
        ServerCapabilities.Resources resources = all.resources();
        ServerCapabilities.Tools tools = all.tools();
        return new ServerCapabilities(
                Map.of(),
                present(all.hasLogging()),
                present(all.hasCompletions()),
                (prompts != null) ? new ServerCapabilities.Prompts(prompts.listChanged(), Map.of()) : null,
                (resources != null)
                        ? new ServerCapabilities.Resources(resources.subscribe(), resources.listChanged(), Map.of())
                        : null,
                (tools != null) ? new ServerCapabilities.Tools(tools.listChanged(), Map.of()) : null,
                (all.tasks() != null) ? tasks(all) : null,
                Map.of(),
                Map.of("omitted", "further members: more than " + MAX_HEAP + " bytes"));
    }

    private static ServerCapabilities.Tasks tasks(ServerCapabilities all) {
        return new ServerCapabilities.Tasks(
                present(all.hasTaskList()),
                present(all.hasTaskCancel()),
                all.hasTaskToolCalls() ? Map.of("tools", Map.of("call", Map.of())) : null,
                Map.of());
    }

    private static @Nullable Object present(boolean isPresent) {
        return isPresent ? Map.of() : null;
    }
}
