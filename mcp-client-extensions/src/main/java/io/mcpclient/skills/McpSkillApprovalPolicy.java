package io.mcpclient.skills;

/** Policy for which loads of skills need approval. */
public enum McpSkillApprovalPolicy {

    /** No load. */
    NONE,

    /** Loads of skills that have changed since their first load or their last approval, and of dynamic skills. */
    CHANGED,

    /** Loads of all skills whose manifest was not approved before, and of dynamic skills. */
    ALL
}
