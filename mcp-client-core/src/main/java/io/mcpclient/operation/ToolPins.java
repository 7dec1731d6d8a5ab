package io.mcpclient.operation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.Consumer;

import io.mcpclient.handler.McpToolChange;

/**
 * The definitions of the tools of one server that were approved: those of the first list, and what was approved since. A tool
 * that is defined in another way, or was not there, is a change that waits to be approved, see {@link McpToolPinning}. Where
 * sessions are {@linkplain io.mcpclient.store.McpStore stored}, so are the pins, and a change while the application was down is
 * noticed when it starts.
 *
 * <pre>{@code
 * for (McpToolChange change : client.toolPins().changes()) {
 *     if (ui.isApproved(change.tool(), change.members())) {
 *         client.toolPins().approve(change);
 *     }
 * }
 * }</pre>
 *
 * Pins are kept for each user apart, as the lists are; what is approved is approved for all users who see just that. Thread-safe.
 *
 * @see "faults I01, I02, D12, J13"
 */
public final class McpToolPins {

    private final Runnable onApproved;

    private final Consumer<List<McpToolChange>> onChange;

    /** Of the application, and of each user there is. */
    private final Set<PinBoard> boards = Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    /**
     * Creates the pins of one client.
     * @param onChange is told of the changes that are noticed together
     * @param onApproved is told that other tools are listed now
     */
    public McpToolPins(Consumer<List<McpToolChange>> onChange, Runnable onApproved) {
        this.onChange = onChange;
        this.onApproved = onApproved;
    }

    void add(PinBoard board) {
        this.boards.add(board);
    }

    void changed(List<McpToolChange> changes) {
        this.onChange.accept(changes);
    }

    /**
     * Returns what waits to be approved. Costs no request.
     * @return the changes, in the order in which they were noticed; empty if all is as it was approved
     */
    public List<McpToolChange> changes() {
        List<McpToolChange> changes = new ArrayList<>();
        copy().forEach(board -> changes.addAll(board.changes()));
        return changes.stream().distinct().toList();
    }

    /**
     * Approves the definition that a change tells of, and no other one. From now on it is the one that later ones are compared
     * with, and the tool is listed again, for which the server is asked in the background.
     * @param change the change
     * @return whether it was waiting; {@code false} if the definition has changed again since
     */
    public boolean approve(McpToolChange change) {
        return approve(change.tool(), change.fingerprint());
    }

    /**
     * Approves a definition, see {@link #approve(McpToolChange)}.
     * @param tool name of the tool at the server
     * @param fingerprint digest of the definition
     * @return whether it was waiting
     */
    public boolean approve(String tool, String fingerprint) {
        boolean approved = false;
        for (PinBoard board : copy()) {
            approved |= board.approve(tool, fingerprint);
        }
        if (approved) {
            this.onApproved.run();
        }
        return approved;
    }

    private List<PinBoard> copy() {
        synchronized (this.boards) {
            return List.copyOf(this.boards);
        }
    }
}
