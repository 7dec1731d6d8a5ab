package io.mcpclient.skills;

import java.util.List;

import io.mcpclient.call.McpCallOptions;

/**
 * The skills of one server: instructions for models, which the server lists, and which are loaded when they are needed.
 *
 * <pre>{@code
 * McpClient client = McpClient.builder("shop").url(url).extension(McpSkills.extension()).build();
 * McpSkills skills = client.extension(McpSkills.class);
 * McpSkill returns = skills.list().skills().get(0);
 * McpLoadedSkill loaded = skills.load(returns);
 * McpSkillContent letter = skills.readFile(loaded, "forms/letter.md");
 * }</pre>
 *
 * <p>Each file is compared with the manifest that the server has listed before anything of it is returned, the frontmatter of a
 * {@code SKILL.md} with its entry. That proves that they belong together, and is no sign of trust. Loads may need approval, see
 * {@link McpSkillApprovalPolicy}. Nothing is read ahead of need, nothing is executed, and fields such as {@code allowed-tools} have no
 * effect. Reading a {@code SKILL.md} with {@link io.mcpclient.McpClient#readResource} does not load a skill.
 *
 * <p>All operations block, and fail with an {@link io.mcpclient.error.McpException}. Thread-safe.
 *
 * @see <a href="https://modelcontextprotocol.io/extensions/skills">MCP extension: Skills</a>
 */
public interface McpSkills {

    /**
     * Returns the extension with default settings.
     * @return the extension, for {@link io.mcpclient.McpClientBuilder#extension}
     */
    static McpSkillsExtension extension() {
        return McpSkillsExtension.of(McpSkillSettings.defaults());
    }

    /**
     * Returns the same operations without blocking.
     * @return the reactive API of the same client
     */
    ReactiveMcpSkills reactive();

    /**
     * Lists all skills with default options.
     * @return the list
     */
    default McpSkillList list() {
        return list(McpCallOptions.defaults());
    }

    /**
     * Lists all skills: fetches all pages, up to the limits of {@link McpSkillSettings}. Reads no file.
     * @param options options for each request
     * @return the valid skills and the reasons for which others are left out; a list that exceeds a limit says so
     * @throws io.mcpclient.error.McpRejectedException if the server has not declared skills; nothing was sent
     */
    McpSkillList list(McpCallOptions options);

    /**
     * Gets a skill with default options.
     * @param uri URI of a {@code SKILL.md}
     * @return the skill
     */
    default McpSkill get(String uri) {
        return get(uri, McpCallOptions.defaults());
    }

    /**
     * Gets a skill by its URI; it need not be listed. Reads no file.
     * @param uri URI of a {@code SKILL.md}
     * @param options options for the request
     * @return the skill
     * @throws io.mcpclient.error.McpRequestException if the URI is no skill of this server
     * @throws io.mcpclient.error.McpProtocolException if the entry breaks the rules, or is another skill
     */
    McpSkill get(String uri, McpCallOptions options);

    /**
     * Loads a skill with default options.
     * @param skill a skill of this server
     * @return the loaded skill
     */
    default McpLoadedSkill load(McpSkill skill) {
        return load(skill, McpCallOptions.defaults());
    }

    /**
     * Loads a skill: checks the limits, asks for approval if that is needed, reads the {@code SKILL.md}, compares size, digest and
     * frontmatter. If they differ, the entry is fetched once more; if it is another one, the skill is loaded by that one, with an
     * approval for it.
     * @param skill a skill of this server
     * @param options options for each request
     * @return the loaded skill
     * @throws io.mcpclient.error.McpRejectedException if the skill was not approved, or is dynamic and such skills are not loaded
     * @throws io.mcpclient.error.McpProtocolException if the content does not fit, or exceeds a limit; nothing of it is returned
     */
    McpLoadedSkill load(McpSkill skill, McpCallOptions options);

    /**
     * Gets and loads a skill with default options.
     * @param uri URI of a {@code SKILL.md}
     * @return the loaded skill
     */
    default McpLoadedSkill load(String uri) {
        return load(uri, McpCallOptions.defaults());
    }

    /**
     * Gets and loads a skill by its URI; it need not be listed.
     * @param uri URI of a {@code SKILL.md}
     * @param options options for each request
     * @return the loaded skill
     */
    McpLoadedSkill load(String uri, McpCallOptions options);

    /**
     * Reads and verifies a {@code SKILL.md} for a person who reviews it before it is approved. That is no load: its files cannot be
     * read with it, and a model must not get it.
     * @param skill a skill of this server
     * @param options options for the request
     * @return the content
     */
    McpSkillContent preview(McpSkill skill, McpCallOptions options);

    /**
     * Reads and verifies a file for a person who reviews its skill before it is approved, which is no load, see
     * {@link #preview(McpSkill, McpCallOptions)}.
     * @param skill a skill of this server with a manifest
     * @param reference path relative to the directory of the {@code SKILL.md}, or a URI exactly as the manifest has it
     * @param options options for the request
     * @return the content
     * @throws io.mcpclient.error.McpRejectedException if the reference is not in the manifest, or the skill has none
     * @throws io.mcpclient.error.McpProtocolException if the content does not fit, or the skill exceeds a limit
     */
    McpSkillContent preview(McpSkill skill, String reference, McpCallOptions options);

    /**
     * Reads a file of a loaded skill with default options.
     * @param loaded a skill that was loaded from this server
     * @param reference relative path, or URI in the manifest
     * @return the content
     */
    default McpSkillContent readFile(McpLoadedSkill loaded, String reference) {
        return readFile(loaded, reference, McpCallOptions.defaults());
    }

    /**
     * Reads a file of a loaded skill: resolves the reference in the directory of the {@code SKILL.md}, and in the manifest that the
     * skill was loaded with. A file that is not in the manifest is not requested.
     * @param loaded a skill that was loaded from this server, on behalf of the same principal
     * @param reference path relative to the directory of the {@code SKILL.md}, or a URI exactly as the manifest has it
     * @param options options for each request
     * @return the content
     * @throws io.mcpclient.error.McpRejectedException if the reference is not a file of the skill; the error lists its files
     * @throws io.mcpclient.error.McpProtocolException if the content does not fit; the error says whether the skill has changed since
     *     it was loaded
     */
    McpSkillContent readFile(McpLoadedSkill loaded, String reference, McpCallOptions options);

    /**
     * Lists a directory of a loaded skill: from its manifest, without a request. The server is asked only for a dynamic skill.
     * @param loaded a skill that was loaded from this server
     * @param path path relative to the directory of the {@code SKILL.md}; empty for that directory
     * @param options options for each request
     * @return the direct children, in the order of their paths; empty if there is no such directory in the manifest
     */
    List<McpSkillDirectoryEntry> readDirectory(McpLoadedSkill loaded, String path, McpCallOptions options);

    /**
     * Returns the state of a skill for the principal of the call.
     * @param skill a skill of this server
     * @param options options that can name a principal
     * @return the state
     */
    McpSkillState state(McpSkill skill, McpCallOptions options);

    /**
     * Approves a manifest for the principal of the call, as {@link McpSkillApprovalDecision#approveAndRemember()} does, without a load.
     * @param skill the skill with the manifest that a person has reviewed
     * @param options options that can name a principal
     * @throws io.mcpclient.error.McpRejectedException if the skill is dynamic
     */
    void approve(McpSkill skill, McpCallOptions options);
}
