package io.mcpclient.skills;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.mcpclient.error.McpException;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.skills.internal.InvalidSkillException;
import io.mcpclient.skills.internal.SkillUri;
import io.mcpclient.text.SafeText;

/**
 * References in the text of a skill. They are resolved in the directory of the {@code SKILL.md} and in the manifest, without a request.
 *
 * @param skill the held entry
 * @param errors errors of the server
 * @see "MCP extension io.modelcontextprotocol/skills (SKL-40 to SKL-44)"
 */
record SkillReferences(McpSkill skill, SkillErrors errors) {

    static final String CHANGED = "Load the skill again, which may need a new approval.";

    private static final int MAX_LISTED = 50;

    /**
     * Finds a file in the manifest.
     * @param manifest manifest of the held entry
     * @param reference relative path, or a URI exactly as the manifest has it
     * @param newest the newest entry that is known of this skill, {@code null} if none is
     */
    McpSkillFile file(McpSkillManifest manifest, String reference, @Nullable McpSkill newest) {
        for (McpSkillFile file : manifest.files()) {
            if (file.uri().equals(reference)) {
                return file;
            }
        }
        SkillUri uri = resolve(reference);
        McpSkillFile file = SkillEntries.find(manifest, uri);
        if (file != null) {
            return file;
        }
        McpSkillManifest later = (newest != null) ? newest.manifest() : null;
        if (later != null && SkillEntries.find(later, uri) != null) {
            throw this.errors.unverified(
                    SkillMethods.READ_FILE,
                    uri.toString(),
                    "was added since the skill was loaded: the skill has changed, and needs approval",
                    CHANGED);
        }
        throw unknown(reference, "is not a file of the skill");
    }

    /** Resolves a relative path. */
    SkillUri resolve(String reference) {
        try {
            return SkillEntries.uri(this.skill).resolve(reference);
        } catch (InvalidSkillException ex) {
            throw unknown(reference, "is not a file of the skill: " + ex.reason());
        }
    }

    /** Resolves the relative path of a directory. */
    SkillUri resolveDirectory(String path) {
        try {
            return SkillEntries.uri(this.skill).resolveDirectory(path);
        } catch (InvalidSkillException ex) {
            throw unknown(path, "is not a directory of the skill: " + ex.reason());
        }
    }

    private McpException unknown(String reference, String problem) {
        List<String> files = paths(this.skill, MAX_LISTED);
        return this.errors.rejected(
                SkillMethods.READ_FILE,
                "\"" + SafeText.excerpt(reference) + "\" " + problem,
                files.isEmpty() ? null : "Its files are: " + String.join(", ", files) + ".",
                McpRejectedException.Reason.UNKNOWN_SKILL);
    }

    /** Relative paths of the files, printable; the last one is "…" if there are more. */
    static List<String> paths(McpSkill skill, int most) {
        McpSkillManifest manifest = skill.manifest();
        if (manifest == null) {
            return List.of();
        }
        SkillUri uri = SkillEntries.uri(skill);
        List<String> paths = new ArrayList<>();
        for (McpSkillFile file : manifest.files()) {
            if (paths.size() == most) {
                paths.add("…");
                break;
            }
            paths.add(SafeText.excerpt(SkillEntries.checked(file.uri()).relativeTo(uri)));
        }
        return paths;
    }
}
