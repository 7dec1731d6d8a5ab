package io.mcpclient.apps;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * What a view and its host know of each other. Thread-safe.
 *
 * <pre>
 *  opened ── ui/initialize ──► greeted ── initialized ──► initialized: input, then the result
 *                                 ▲                            │
 *                                 └──────── ui/initialize ─────┘  the same document, loaded again
 * </pre>
 *
 * @see "MCP Apps 2026-01-26 (APP-21 to APP-23, APP-31)"
 */
final class ViewState {

    private final Map<String, Object> hostContext;

    private final Set<String> declaredModes = new HashSet<>();

    private boolean initialized;

    private @Nullable McpAppModelContext modelContext;

    ViewState(Map<String, Object> hostContext) {
        this.hostContext = new LinkedHashMap<>(hostContext);
    }

    /** Begins the handshake, possibly once more. */
    synchronized void greet(Map<?, ?> params) {
        this.initialized = false;
        this.declaredModes.clear();
        if (params.get("appCapabilities") instanceof Map<?, ?> capabilities
                && capabilities.get("availableDisplayModes") instanceof Collection<?> modes) {
            modes.stream()
                    .filter(String.class::isInstance)
                    .map(String.class::cast)
                    .limit(10)
                    .forEach(this.declaredModes::add);
        }
    }

    synchronized boolean isInitialized() {
        return this.initialized;
    }

    synchronized void initialized() {
        this.initialized = true;
    }

    synchronized boolean declaresMode(String mode) {
        return this.declaredModes.contains(mode);
    }

    /** Sets the mode, if there is one, and returns the one in effect. */
    synchronized Object displayMode(@Nullable String mode) {
        if (mode != null) {
            this.hostContext.put("displayMode", mode);
        }
        return this.hostContext.getOrDefault("displayMode", "inline");
    }

    synchronized Map<String, Object> hostContext() {
        return new LinkedHashMap<>(this.hostContext);
    }

    synchronized void change(Map<String, Object> change) {
        this.hostContext.putAll(change);
    }

    synchronized void modelContext(McpAppModelContext context) {
        this.modelContext = context;
    }

    synchronized @Nullable McpAppModelContext modelContext() {
        return this.modelContext;
    }
}
