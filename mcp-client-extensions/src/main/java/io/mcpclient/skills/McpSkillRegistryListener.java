package io.mcpclient.skills;

/** Receives changes of a registry. Must not block, and must be thread-safe. */
@FunctionalInterface
public interface McpSkillRegistryListener {

    /**
     * Receives a new snapshot.
     * @param snapshot the snapshot, which differs from the one before
     */
    void onSkillsChanged(McpSkillSnapshot snapshot);
}
