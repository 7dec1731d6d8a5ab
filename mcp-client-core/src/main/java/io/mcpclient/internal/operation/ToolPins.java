package io.mcpclient.internal.operation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.Consumer;

import io.mcpclient.handler.McpToolChange;
import io.mcpclient.status.McpToolPins;

/**
 * The pins of one client, over all principals. Thread-safe.
 *
 * @see "faults I01, I02, D12, J13"
 */
public final class ToolPins implements McpToolPins {

    private final Consumer<String> onApproved;

    private final Consumer<List<McpToolChange>> onChange;

    /** Boards of the application and of all current users. */
    private final Set<PinBoard> boards = Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    /**
     * Creates the pins of one client.
     * @param onChange receives the changes detected together
     * @param onApproved receives the name of a tool whose definition was approved
     */
    public ToolPins(Consumer<List<McpToolChange>> onChange, Consumer<String> onApproved) {
        this.onChange = onChange;
        this.onApproved = onApproved;
    }

    void add(PinBoard board) {
        this.boards.add(board);
    }

    void changed(List<McpToolChange> changes) {
        this.onChange.accept(changes);
    }

    @Override
    public List<McpToolChange> changes() {
        List<McpToolChange> changes = new ArrayList<>();
        copy().forEach(board -> changes.addAll(board.changes()));
        return changes.stream().distinct().toList();
    }

    @Override
    public boolean approve(McpToolChange change) {
        return approve(change.tool(), change.fingerprint());
    }

    @Override
    public boolean approve(String tool, String fingerprint) {
        boolean approved = false;
        for (PinBoard board : copy()) {
            approved |= board.approve(tool, fingerprint);
        }
        if (approved) {
            this.onApproved.accept(tool);
        }
        return approved;
    }

    private List<PinBoard> copy() {
        synchronized (this.boards) {
            return List.copyOf(this.boards);
        }
    }
}
