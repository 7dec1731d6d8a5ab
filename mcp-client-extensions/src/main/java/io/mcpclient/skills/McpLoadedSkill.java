package io.mcpclient.skills;

import java.util.concurrent.atomic.AtomicLong;

/**
 * A skill whose {@code SKILL.md} was verified and handed over. It holds the entry that it was loaded from: as long as a model acts on
 * the text, its files are read with this object, which resolves them in that entry alone. Thread-safe.
 */
public final class McpLoadedSkill {

    private final McpSkill skill;

    private final McpSkillContent content;

    private final String principal;

    /** What a dynamic skill may still send, in bytes and in files. */
    private final AtomicLong bytesLeft;

    private final AtomicLong filesLeft;

    McpLoadedSkill(McpSkill skill, McpSkillContent content, String principal, long maxBytes, long maxFiles) {
        this.skill = skill;
        this.content = content;
        this.principal = principal;
        this.bytesLeft = new AtomicLong(maxBytes - content.size());
        this.filesLeft = new AtomicLong(maxFiles - 1);
    }

    /**
     * Returns the entry that the skill was loaded from.
     * @return the skill with its manifest
     */
    public McpSkill skill() {
        return this.skill;
    }

    /**
     * Returns the content of the {@code SKILL.md}.
     * @return the content, with its origin
     */
    public McpSkillContent content() {
        return this.content;
    }

    /**
     * Returns the text of the {@code SKILL.md}.
     * @return the text as sent, frontmatter included
     */
    public String text() {
        return String.valueOf(this.content.text());
    }

    /** Name of the principal on whose behalf it was loaded. */
    String principal() {
        return this.principal;
    }

    /** Counts one more file of a dynamic skill; returns whether it may be read. */
    boolean mayReadAnother() {
        return this.bytesLeft.get() > 0 && this.filesLeft.getAndDecrement() > 0;
    }

    /** Counts what was read; returns whether it is within the limit. */
    boolean count(long bytes) {
        return this.bytesLeft.addAndGet(-bytes) >= 0;
    }

    @Override
    public String toString() {
        return "McpLoadedSkill[" + this.skill.uri() + " of " + this.skill.server() + "]";
    }
}
