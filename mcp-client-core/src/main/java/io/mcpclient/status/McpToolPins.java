package io.mcpclient.status;

import java.util.List;

import io.mcpclient.handler.McpToolChange;
import io.mcpclient.settings.McpToolPinning;

/**
 * The approved definitions of one server's tools: those of the first list, and each definition approved since. A tool with a
 * different definition, or a new tool, is a change that waits for approval, see {@link McpToolPinning}. Where sessions are
 * {@linkplain io.mcpclient.store.McpStore stored}, pins are stored as well, so a change that happened while the application was
 * down is detected at its start.
 *
 * <pre>{@code
 * for (McpToolChange change : client.tools().pins().changes()) {
 *     if (ui.isApproved(change.tool(), change.members())) {
 *         client.tools().pins().approve(change);
 *     }
 * }
 * }</pre>
 *
 * Each principal has pins of its own, because each has lists of its own; an approval applies to all principals that see the
 * same definition. Thread-safe.
 */
public interface McpToolPins {

    /**
     * Returns the changes that wait for approval. Sends no request.
     * @return the changes in the order of their detection; empty if all definitions are approved
     */
    List<McpToolChange> changes();

    /**
     * Approves the definition described by a change, and no other. Later definitions are compared with this one. The tool is
     * listed again, after a request to the server in the background.
     * @param change the change
     * @return whether the change was waiting; {@code false} if the definition has changed again since
     */
    boolean approve(McpToolChange change);

    /**
     * Approves a definition, see {@link #approve(McpToolChange)}.
     * @param tool name of the tool at the server
     * @param fingerprint digest of the definition
     * @return whether the change was waiting
     */
    boolean approve(String tool, String fingerprint);
}
