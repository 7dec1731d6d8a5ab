package io.mcpclient.registry;

/** Listener for changes of the merged view, in order. Called on threads of the library; must not block. */
@FunctionalInterface
public interface McpResourceListener {

    /**
     * Handles a change: resources that were added, removed or changed, or became available or unavailable.
     * @param snapshot the new view
     */
    void onResourcesChanged(McpResourceSnapshot snapshot);
}
