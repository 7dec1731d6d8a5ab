package io.mcpclient.console.internal.chat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

import io.mcpclient.registry.McpRegisteredTool;
import io.mcpclient.schema.Tool;
import io.mcpclient.text.SafeText;

/** A conversation of one user, bounded in the number and the size of its steps. Thread-safe. */
final class Conversation {

    private static final int MAX_ENTRIES = 100;

    private static final long MAX_SIZE = 2_000_000;

    private static final int MAX_TITLE = 60;

    private final long id;

    /** Not the number: another instance of the application, or this one after a restart, has a conversation with the same number. */
    private final String key = "mcp-console-" + UUID.randomUUID();

    private final long startedAt;

    private final String title;

    private final Map<Long, ChatEntry> entries = new LinkedHashMap<>();

    /** Tools that the user no longer wants to be asked about, by their server and definition. */
    private final Set<Approved> approved = new HashSet<>();

    private @Nullable ChatTurn turn;

    private long lastEntry;

    /**
     * Creates a conversation without messages.
     * @param id its number
     * @param startedAt its start, milliseconds since 1970
     * @param message its first message, of which the title is made
     */
    Conversation(long id, long startedAt, String message) {
        this.id = id;
        this.startedAt = startedAt;
        this.title = SafeText.excerpt(message, MAX_TITLE);
    }

    private record Approved(String server, Tool definition) {}

    /**
     * A conversation in a list.
     *
     * @param id its number
     * @param title beginning of its first message
     * @param startedAt its start, milliseconds since 1970
     * @param running whether the model answers at the moment
     */
    record Summary(long id, String title, long startedAt, boolean running) {}

    /** A conversation with its steps, oldest first. */
    record Whole(Summary conversation, List<ChatEntry> entries) {}

    long id() {
        return this.id;
    }

    String key() {
        return this.key;
    }

    synchronized Summary summary() {
        return new Summary(this.id, this.title, this.startedAt, this.turn != null);
    }

    synchronized Whole whole() {
        return new Whole(summary(), List.copyOf(this.entries.values()));
    }

    /** Begins a turn. Returns whether there is no other one. */
    synchronized boolean begin(ChatTurn next) {
        if (this.turn != null) {
            return false;
        }
        this.turn = next;
        return true;
    }

    synchronized void end() {
        this.turn = null;
    }

    synchronized @Nullable ChatTurn turn() {
        return this.turn;
    }

    synchronized ChatEntry add(ChatEntry entry) {
        ChatEntry added = entry.numbered(++this.lastEntry);
        this.entries.put(added.id(), added);
        discard();
        return added;
    }

    /** Changes a step that has not ended. Returns the changed step, {@code null} if it has ended or was discarded. */
    synchronized @Nullable ChatEntry update(long entry, UnaryOperator<ChatEntry> change) {
        ChatEntry before = this.entries.get(entry);
        if (before == null || !before.isRunning()) {
            return null;
        }
        ChatEntry changed = change.apply(before);
        this.entries.put(entry, changed);
        discard();
        return changed;
    }

    private void discard() {
        long size = this.entries.values().stream().mapToLong(ChatEntry::size).sum();
        Iterator<ChatEntry> oldest = this.entries.values().iterator();
        while ((this.entries.size() > MAX_ENTRIES || size > MAX_SIZE) && this.entries.size() > 1) {
            size -= oldest.next().size();
            oldest.remove();
        }
    }

    /** Returns the messages that were answered, with all texts of the answer. */
    synchronized List<ChatEngine.Exchange> history() {
        List<ChatEngine.Exchange> history = new ArrayList<>();
        String message = null;
        StringBuilder answer = new StringBuilder();
        for (ChatEntry entry : this.entries.values()) {
            if (entry.kind() == ChatEntry.Kind.MESSAGE) {
                addTo(history, message, answer);
                message = entry.text();
                answer.setLength(0);
            } else if (entry.kind() == ChatEntry.Kind.ANSWER) {
                answer.append(answer.isEmpty() ? "" : "\n").append(entry.text());
            }
        }
        addTo(history, message, answer);
        return history;
    }

    private static void addTo(List<ChatEngine.Exchange> history, @Nullable String message, StringBuilder answer) {
        if (message != null && !answer.isEmpty()) {
            history.add(new ChatEngine.Exchange(message, answer.toString()));
        }
    }

    synchronized void approve(McpRegisteredTool tool) {
        this.approved.add(new Approved(tool.server(), tool.tool()));
    }

    synchronized boolean isApproved(McpRegisteredTool tool) {
        return this.approved.contains(new Approved(tool.server(), tool.tool()));
    }
}
