package io.mcpclient.skills;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.extension.McpExtensionContext;
import io.mcpclient.skills.internal.InvalidSkillException;
import io.mcpclient.skills.internal.SkillUri;

/**
 * Directories of skills: from the manifest, or, for a dynamic skill, from {@code resources/directory/read}. Children that a server
 * lists and that are none are ignored.
 *
 * @see "MCP extension io.modelcontextprotocol/skills (SKL-43, SKL-A17)"
 */
final class SkillDirectories {

    private static final String DIRECTORY_TYPE = "inode/directory";

    private final McpExtensionContext context;

    private final McpSkillSettings settings;

    SkillDirectories(McpExtensionContext context, McpSkillSettings settings) {
        this.context = context;
        this.settings = settings;
    }

    /** The direct children of a directory in a manifest. */
    static List<McpSkillDirectoryEntry> of(McpSkill skill, McpSkillManifest manifest, SkillUri directory) {
        SkillUri uri = SkillEntries.uri(skill);
        String own = directory.relativeTo(uri);
        String prefix = (own == null || own.isEmpty()) ? "" : own + "/";
        Map<String, McpSkillDirectoryEntry> children = new TreeMap<>();
        for (McpSkillFile file : manifest.files()) {
            String path = String.valueOf(SkillEntries.checked(file.uri()).relativeTo(uri));
            if (path.startsWith(prefix)) {
                int end = path.indexOf('/', prefix.length());
                boolean isDirectory = end >= 0;
                String child = isDirectory ? path.substring(0, end) : path;
                children.put(child, new McpSkillDirectoryEntry(child, isDirectory, isDirectory ? -1 : file.size()));
            }
        }
        return List.copyOf(children.values());
    }

    /** Asks the server for the direct children of a directory of a dynamic skill. */
    Mono<List<McpSkillDirectoryEntry>> read(McpSkill skill, SkillUri directory, McpCallOptions options) {
        return Mono.defer(() -> {
            Children children = new Children(skill, directory);
            return page(directory, null, options)
                    .expand(page -> {
                        String next = children.add(page);
                        return (next != null) ? page(directory, next, options) : Mono.empty();
                    })
                    .then(Mono.fromSupplier(() -> List.copyOf(children.found.values())));
        });
    }

    private Mono<Map<?, ?>> page(SkillUri directory, @Nullable String cursor, McpCallOptions options) {
        Map<String, Object> params = new LinkedHashMap<>();
        params.put("uri", directory.toString());
        if (cursor != null) {
            params.put("cursor", cursor);
        }
        return this.context
                .request(SkillMethods.READ_DIRECTORY, params, Map.class, options)
                .map(page -> (Map<?, ?>) page);
    }

    /** What was read so far, up to the limits of pages and of files. */
    private final class Children {

        private final McpSkill skill;

        private final SkillUri directory;

        private final Map<String, McpSkillDirectoryEntry> found = new TreeMap<>();

        private final Set<String> cursors = new HashSet<>();

        private int pages;

        Children(McpSkill skill, SkillUri directory) {
            this.skill = skill;
            this.directory = directory;
        }

        @Nullable
        String add(Map<?, ?> page) {
            this.pages++;
            List<?> items = (page.get("resources") instanceof List<?> list) ? list : new ArrayList<>();
            for (Object item : items) {
                if (this.found.size() >= SkillDirectories.this.settings.maxFiles()) {
                    return null;
                }
                if (item instanceof Map<?, ?> child && child.get("uri") instanceof String uri) {
                    add(uri, DIRECTORY_TYPE.equals(child.get("mimeType")));
                }
            }
            return (page.get("nextCursor") instanceof String next
                            && this.cursors.add(next)
                            && this.pages < SkillDirectories.this.settings.maxPages())
                    ? next
                    : null;
        }

        private void add(String uri, boolean isDirectory) {
            try {
                SkillUri child = SkillUri.of(uri);
                String path = child.relativeTo(SkillEntries.uri(this.skill));
                if (path != null && child.isChildOf(this.directory)) {
                    this.found.put(path, new McpSkillDirectoryEntry(path, isDirectory, -1));
                }
            } catch (InvalidSkillException ignored) {
                // as one that is outside
            }
        }
    }
}
