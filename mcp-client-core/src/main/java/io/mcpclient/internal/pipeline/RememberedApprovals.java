package io.mcpclient.internal.pipeline;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.schema.Tool;
import io.mcpclient.support.Loggers;

/**
 * Approvals of one client that apply to later calls as well: of the same principal and caller, for the same definition. Without a
 * known principal or a listed definition, nothing is remembered. Bounded: the oldest one is asked for again. Thread-safe.
 */
public final class RememberedApprovals {

    private static final Logger logger = Loggers.APPROVAL;

    private static final int MAX = 10_000;

    private final String serverName;

    private final AtomicBoolean isExplained = new AtomicBoolean();

    private final Set<Key> keys = Collections.synchronizedSet(Collections.newSetFromMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Boolean> eldest) {
            return size() > MAX;
        }
    }));

    /**
     * Creates the approvals of one client.
     * @param serverName configured name of the server
     */
    public RememberedApprovals(String serverName) {
        this.serverName = serverName;
    }

    /**
     * Scope of an approval. A changed definition needs another one; metadata of the protocol is not part of it.
     *
     * @param principal name of the principal, {@code null} if unknown
     * @param caller who makes the call on its own, {@code null} if a model or code of the application does
     * @param name name of the tool
     * @param tool its definition without metadata, {@code null} if it was not listed
     */
    record Key(
            @Nullable String principal,
            @Nullable String caller,
            String name,
            @Nullable Tool tool) {

        static Key of(@Nullable McpPrincipal principal, @Nullable String caller, String name, @Nullable Tool tool) {
            return new Key(
                    (principal != null) ? principal.name() : null,
                    caller,
                    name,
                    (tool != null) ? withoutMetadata(tool) : null);
        }

        private static Tool withoutMetadata(Tool tool) {
            return (tool.meta() == null)
                    ? tool
                    : new Tool(
                            tool.name(),
                            tool.title(),
                            tool.description(),
                            tool.inputSchema(),
                            tool.outputSchema(),
                            tool.annotations(),
                            tool.execution(),
                            tool.icons(),
                            null,
                            tool.extra());
        }
    }

    boolean contains(Key key) {
        return this.keys.contains(key);
    }

    /** Returns whether the approval is remembered. */
    boolean add(Key key) {
        if (key.principal() != null && key.tool() != null) {
            this.keys.add(key);
            return true;
        }
        if (key.principal() == null && this.isExplained.compareAndSet(false, true)) {
            logger.info(
                    "MCP server \"{}\": an approval is not remembered, because the principal of the call is unknown."
                            + " Define an McpPrincipalResolver.",
                    this.serverName);
        }
        return false;
    }
}
