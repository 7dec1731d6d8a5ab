package io.mcpclient.skills;

import java.util.List;

import reactor.core.publisher.Mono;

import io.mcpclient.call.McpCallOptions;

/**
 * The skills of one server, without blocking: the operations of {@link McpSkills} as publishers. Nothing happens before subscription.
 * Errors are {@link io.mcpclient.error.McpException}s. Thread-safe.
 */
public interface ReactiveMcpSkills {

    /**
     * Returns the configured name of the server.
     * @return the name
     */
    String server();

    /**
     * Returns limits and policies.
     * @return the settings
     */
    McpSkillSettings settings();

    /**
     * Lists all skills, see {@link McpSkills#list(McpCallOptions)}.
     * @param options options for each request
     * @return the list
     */
    Mono<McpSkillList> list(McpCallOptions options);

    /**
     * Gets a skill by its URI, see {@link McpSkills#get(String, McpCallOptions)}.
     * @param uri URI of a {@code SKILL.md}
     * @param options options for the request
     * @return the skill
     */
    Mono<McpSkill> get(String uri, McpCallOptions options);

    /**
     * Loads a skill, see {@link McpSkills#load(McpSkill, McpCallOptions)}.
     * @param skill the skill, of this server
     * @param options options for each request
     * @return the loaded skill
     */
    Mono<McpLoadedSkill> load(McpSkill skill, McpCallOptions options);

    /**
     * Gets and loads a skill, see {@link McpSkills#load(String, McpCallOptions)}.
     * @param uri URI of a {@code SKILL.md}
     * @param options options for each request
     * @return the loaded skill
     */
    default Mono<McpLoadedSkill> load(String uri, McpCallOptions options) {
        return get(uri, options).flatMap(skill -> load(skill, options));
    }

    /**
     * Reads and verifies a {@code SKILL.md} for a person who reviews it, see {@link McpSkills#preview(McpSkill, McpCallOptions)}.
     * @param skill the skill, of this server
     * @param options options for the request
     * @return the content
     */
    Mono<McpSkillContent> preview(McpSkill skill, McpCallOptions options);

    /**
     * Reads and verifies a file for a person who reviews its skill, see {@link McpSkills#preview(McpSkill, String, McpCallOptions)}.
     * @param skill the skill, of this server, with a manifest
     * @param reference relative path, or URI in the manifest
     * @param options options for the request
     * @return the content
     */
    Mono<McpSkillContent> preview(McpSkill skill, String reference, McpCallOptions options);

    /**
     * Reads a file of a loaded skill, see {@link McpSkills#readFile(McpLoadedSkill, String, McpCallOptions)}.
     * @param loaded the skill, loaded from this server
     * @param reference relative path, or URI in the manifest
     * @param options options for each request
     * @return the content
     */
    Mono<McpSkillContent> readFile(McpLoadedSkill loaded, String reference, McpCallOptions options);

    /**
     * Lists a directory of a loaded skill, see {@link McpSkills#readDirectory(McpLoadedSkill, String, McpCallOptions)}.
     * @param loaded the skill, loaded from this server
     * @param path relative path; empty for the directory of the skill
     * @param options options for each request
     * @return the direct children, in the order of their paths
     */
    Mono<List<McpSkillDirectoryEntry>> readDirectory(McpLoadedSkill loaded, String path, McpCallOptions options);

    /**
     * Returns the state of a skill for the principal of the call.
     * @param skill a skill of this server
     * @param options options that can name a principal
     * @return the state; {@code INVALID} if the skill exceeds a limit
     */
    Mono<McpSkillState> state(McpSkill skill, McpCallOptions options);

    /**
     * Approves a manifest for the principal of the call, see {@link McpSkills#approve(McpSkill, McpCallOptions)}.
     * @param skill the skill with the manifest
     * @param options options that can name a principal
     * @return completes when it is stored
     */
    Mono<Void> approve(McpSkill skill, McpCallOptions options);
}
