package io.mcpclient.registry;

/** Learns of changes of the merged view, in order. Called on threads of the library: must not block. */
@FunctionalInterface
public interface McpPromptListener {

    /**
     * Handles a change: prompts that came, went, changed, or became available or unavailable.
     * @param snapshot the view from now on
     */
    void onPromptsChanged(McpPromptSnapshot snapshot);
}
