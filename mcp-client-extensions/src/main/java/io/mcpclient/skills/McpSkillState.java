package io.mcpclient.skills;

/** State of a skill in a catalog. */
public enum McpSkillState {

    /** It can be loaded; whether that needs approval depends on the policy. */
    VALID,

    /** Its entry breaks the rules or exceeds a limit, and it cannot be loaded. */
    INVALID,

    /** Its manifest was approved, and it can be loaded without another approval. */
    APPROVED,

    /** Its manifest differs from the one that was loaded or approved before; it needs approval. */
    CHANGED,

    /** It has no manifest; by default it cannot be loaded. */
    DYNAMIC
}
