package io.mcpclient.skills;

import java.time.Duration;
import java.util.List;

import reactor.core.publisher.Mono;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.extension.McpExtensionContext;

/**
 * Blocking API on top of the reactive one.
 *
 * @param reactive the reactive API
 * @param context access to the client
 */
record DefaultMcpSkills(ReactiveMcpSkills reactive, McpExtensionContext context) implements McpSkills {

    /** Most requests of one operation, apart from pages: get, read, get again, read again. */
    private static final int REQUESTS = 4;

    /** Every operation ends by itself; a thread stops waiting later than that. */
    private <T> T await(String operation, Mono<T> work, McpCallOptions options, Duration further) {
        Duration longest = options.maxTimeout();
        Duration timeout = options.timeout();
        Duration max =
                (longest != null) ? longest : this.context.settings().timeouts().requestMax();
        Duration each = (timeout != null && timeout.compareTo(max) > 0) ? timeout : max;
        return this.context.await(operation, work, each.multipliedBy(REQUESTS).plus(further));
    }

    /** A load asks at most twice. */
    private Duration approvals() {
        return this.reactive.settings().approvalTimeout().multipliedBy(2);
    }

    @Override
    public McpSkillList list(McpCallOptions options) {
        return await(SkillMethods.LIST, this.reactive.list(options), options, Duration.ZERO);
    }

    @Override
    public McpSkill get(String uri, McpCallOptions options) {
        return await(SkillMethods.GET, this.reactive.get(uri, options), options, Duration.ZERO);
    }

    @Override
    public McpLoadedSkill load(McpSkill skill, McpCallOptions options) {
        return await(SkillMethods.LOAD, this.reactive.load(skill, options), options, approvals());
    }

    @Override
    public McpLoadedSkill load(String uri, McpCallOptions options) {
        return await(SkillMethods.LOAD, this.reactive.load(uri, options), options, approvals());
    }

    @Override
    public McpSkillContent preview(McpSkill skill, McpCallOptions options) {
        return await(SkillMethods.LOAD, this.reactive.preview(skill, options), options, Duration.ZERO);
    }

    @Override
    public McpSkillContent preview(McpSkill skill, String reference, McpCallOptions options) {
        return await(SkillMethods.READ_FILE, this.reactive.preview(skill, reference, options), options, Duration.ZERO);
    }

    @Override
    public McpSkillContent readFile(McpLoadedSkill loaded, String reference, McpCallOptions options) {
        return await(
                SkillMethods.READ_FILE, this.reactive.readFile(loaded, reference, options), options, Duration.ZERO);
    }

    @Override
    public List<McpSkillDirectoryEntry> readDirectory(McpLoadedSkill loaded, String path, McpCallOptions options) {
        return await(
                SkillMethods.READ_DIRECTORY,
                this.reactive.readDirectory(loaded, path, options),
                options,
                Duration.ZERO);
    }

    @Override
    public McpSkillState state(McpSkill skill, McpCallOptions options) {
        return await("skill state", this.reactive.state(skill, options), options, Duration.ZERO);
    }

    @Override
    public void approve(McpSkill skill, McpCallOptions options) {
        await("approve skill", this.reactive.approve(skill, options).thenReturn(true), options, Duration.ZERO);
    }
}
