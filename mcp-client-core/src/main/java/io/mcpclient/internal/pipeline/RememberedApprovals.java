package io.mcpclient.internal.pipeline;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.schema.Tool;

/** Approvals of one client that apply to later calls as well. Bounded: the oldest one is asked for again. Thread-safe. */
public final class RememberedApprovals {

    private static final int MAX = 10_000;

    private final Set<Key> keys = Collections.synchronizedSet(Collections.newSetFromMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Boolean> eldest) {
            return size() > MAX;
        }
    }));

    /**
     * Scope of an approval. A changed definition needs another one.
     *
     * @param principal name of the principal, {@code null} if the client has one identity
     * @param name name of the tool
     * @param tool its definition, {@code null} if unknown
     */
    record Key(
            @Nullable String principal,
            String name,
            @Nullable Tool tool) {

        static Key of(@Nullable McpPrincipal principal, String name, @Nullable Tool tool) {
            return new Key((principal != null) ? principal.name() : null, name, tool);
        }
    }

    boolean contains(Key key) {
        return this.keys.contains(key);
    }

    void add(Key key) {
        this.keys.add(key);
    }
}
