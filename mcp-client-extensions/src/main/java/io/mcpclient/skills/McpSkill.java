package io.mcpclient.skills;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.text.VisibleText;

/**
 * A skill as its server lists it: a directory with instructions for models. It is identified by the server and the URI together, never
 * by one of them or by its name. All texts come from the server and are untrusted. Immutable.
 *
 * @param server configured name of the server
 * @param uri URI of its {@code SKILL.md}, as the server has sent it
 * @param name name: lower-case letters, digits and hyphens, at most 64; not unique
 * @param description what it is for, at most 1024 characters, as sent
 * @param frontmatter all fields of the frontmatter as plain JSON, unknown ones included. Fields that would widen rights, such as
 *     {@code allowed-tools}, have no effect in this library
 * @param manifest its files; {@code null} if the skill is dynamic: its content cannot be verified, nor approved for later
 * @see <a href="https://modelcontextprotocol.io/extensions/skills">MCP extension: Skills</a>
 */
public record McpSkill(
        String server,
        String uri,
        String name,
        String description,
        Map<String, Object> frontmatter,
        @Nullable McpSkillManifest manifest) {

    /** Copies the frontmatter. */
    public McpSkill {
        frontmatter = Collections.unmodifiableMap(new LinkedHashMap<>(frontmatter));
    }

    /**
     * Returns whether the server creates the content for each read.
     * @return {@code true} if there is no manifest
     */
    public boolean isDynamic() {
        return this.manifest == null;
    }

    /**
     * Returns the description for people and models: on one line, without characters that cannot be seen.
     * @return the visible part of the description
     */
    public String visibleDescription() {
        return String.valueOf(VisibleText.of(this.description)).strip().replaceAll("\\s+", " ");
    }

    @Override
    public String toString() {
        return "McpSkill[" + this.uri + " of " + this.server + "]";
    }
}
