package io.mcpclient.internal.operation;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import reactor.core.publisher.Mono;

import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.handler.McpToolChange;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.schema.DroppedItem;
import io.mcpclient.schema.ListToolsResult;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.Tool;
import io.mcpclient.settings.McpToolPinning;
import io.mcpclient.support.Loggers;
import io.mcpclient.text.SafeText;

/**
 * The pins of the tools visible to one principal.
 *
 * <table>
 * <caption>handling of a listed tool</caption>
 * <tr><th>tool</th><th>before the first complete list</th><th>later</th></tr>
 * <tr><td>not pinned</td><td>is pinned</td><td>is a change: the tool is new</td></tr>
 * <tr><td>same as its pin</td><td colspan="2">is listed; a pending change is discarded</td></tr>
 * <tr><td>different from its pin</td><td colspan="2">is a change</td></tr>
 * </table>
 *
 * A tool that is no longer listed stays pinned, so that it cannot return with another definition. Thread-safe.
 */
final class PinBoard {

    private static final Logger logger = Loggers.TOOLS;

    /** Maximum number of pinned tools; further ones count as changed. */
    private static final int LIMIT = 10_000;

    /** Maximum length of a tool name; tools with longer names are not tracked individually. */
    private static final int MAX_NAME = 256;

    /** Maximum number of changes kept for display. */
    private static final int MAX_CHANGES = 1_000;

    /** Number of changes in one log line. */
    private static final int NAMED = 5;

    /** Maximum length of stored pins in characters; beyond it, only the digests are stored. */
    private static final int MAX_LENGTH = 128 * 1024;

    /** Beginnings of {@link McpToolChange#summary()}. */
    private static final String NEW = "it did not exist when the tools of the server were approved";

    private static final String DIFFERENT = "its definition differs from the approved one";

    private final String serverName;

    private final boolean blocks;

    private final JsonCodec codec;

    private final ToolPinStore store;

    private final ToolPins all;

    private final InstantSource time;

    private final Map<String, Map<String, String>> pins = new HashMap<>();

    /** Changes pending approval, by tool name. */
    private final Map<String, Waiting> waiting = new LinkedHashMap<>();

    /** All tools that differed from their pins in the most recent list, including those that are not shown. */
    private final Set<String> withheld = new HashSet<>();

    /** Whether more tools are withheld than tracked; then a tool is called only if it is known to match its pin. */
    private boolean isOverfull;

    /** Tools known to match their pins since the last {@link #reviewAgain()}. */
    private final Set<String> reviewed = new HashSet<>();

    private boolean isLoaded;

    /** Whether a list was read completely; tools that are not pinned by then are new. */
    private boolean isComplete;

    /** Whether the pins are in the store with a renewed time to live. */
    private boolean isKept;

    PinBoard(
            String serverName,
            McpToolPinning policy,
            JsonCodec codec,
            ToolPinStore store,
            ToolPins all,
            InstantSource time) {
        this.serverName = serverName;
        this.blocks = policy == McpToolPinning.BLOCK;
        this.codec = codec;
        this.store = store;
        this.all = all;
        this.time = time;
        all.add(this);
    }

    private record Waiting(McpToolChange change, Map<String, String> print) {}

    boolean blocks() {
        return this.blocks;
    }

    /**
     * Compares a page of the tool list with the pins.
     * @param page the page as received
     * @return the page without withheld tools; or an error if the policy is to block and the store cannot be read
     */
    Mono<ListToolsResult> review(ListToolsResult page) {
        return Mono.defer(() -> {
            List<Map<String, String>> prints = page.tools().stream()
                    .map(tool -> ToolPrint.of(tool, this.codec))
                    .toList();
            if (isAsPinned(page, prints)) {
                return Mono.fromSupplier(() -> reviewed(page, prints));
            }
            // Another instance may have seen or approved tools that are unknown here.
            return this.store
                    .load()
                    .get()
                    .doOnNext(stored -> merge(stored, page, prints))
                    .then()
                    .then(Mono.fromSupplier(() -> {
                        loaded();
                        return reviewed(page, prints);
                    }))
                    .onErrorResume(error -> unknown(page, prints, error));
        });
    }

    /**
     * Uses the pins in memory if there are any; otherwise pins nothing, as the definitions may differ from the approved ones.
     */
    private Mono<ListToolsResult> unknown(ListToolsResult page, List<Map<String, String>> prints, Throwable error) {
        if (isLoaded()) {
            return Mono.fromSupplier(() -> reviewed(page, prints));
        }
        logger.debug("MCP server \"{}\": the approved tools could not be read from the store", this.serverName, error);
        return this.blocks
                ? Mono.error(() -> new McpRejectedException(
                        McpErrorDetails.of(
                                        this.serverName,
                                        McpMethods.TOOLS_LIST,
                                        McpOutcome.NOT_SENT,
                                        "the approved tools could not be read from the session store (tools.pinning is"
                                                + " block)")
                                .withRemedy("Check that the store is reachable."),
                        McpRejectedException.Reason.UNAPPROVED_TOOL))
                : Mono.just(page);
    }

    private synchronized boolean isLoaded() {
        return this.isLoaded;
    }

    private synchronized void loaded() {
        this.isLoaded = true;
    }

    private synchronized boolean isAsPinned(ListToolsResult page, List<Map<String, String>> prints) {
        for (int i = 0; i < prints.size(); i++) {
            Map<String, String> pin = this.pins.get(page.tools().get(i).name());
            if (pin == null || !ToolPrint.isSame(pin, prints.get(i))) {
                return false;
            }
        }
        return this.isLoaded && this.isComplete;
    }

    private synchronized void merge(
            Map<String, Map<String, String>> stored, ListToolsResult page, List<Map<String, String>> prints) {
        this.isComplete = true;
        stored.forEach(this.pins::putIfAbsent);
        for (int i = 0; i < prints.size(); i++) {
            String tool = page.tools().get(i).name();
            Map<String, String> pin = stored.get(tool);
            if (pin != null && ToolPrint.isSame(pin, prints.get(i))) {
                this.pins.put(tool, pin);
            }
        }
    }

    private ListToolsResult reviewed(ListToolsResult page, List<Map<String, String>> prints) {
        List<Tool> tools = new ArrayList<>();
        List<DroppedItem> dropped = new ArrayList<>(page.dropped());
        List<McpToolChange> news = new ArrayList<>();
        synchronized (this) {
            Set<String> seen = new HashSet<>();
            for (int i = 0; i < prints.size(); i++) {
                Tool tool = page.tools().get(i);
                McpToolChange change = change(tool.name(), prints.get(i));
                if (seen.add(tool.name())) {
                    note(tool.name(), prints.get(i), change, news);
                }
                if (change != null && this.blocks) {
                    dropped.add(DroppedItem.of(SafeText.excerpt(tool.name()), change.summary()));
                } else {
                    tools.add(tool);
                }
            }
            // Some servers send an empty cursor in every page; for them it marks the end.
            this.isComplete |= page.nextCursor() == null || page.nextCursor().isEmpty();
            if (this.isComplete && !this.isKept) {
                this.isKept = true;
                keep();
            }
        }
        log(news);
        if (!news.isEmpty()) {
            this.all.changed(news);
        }
        return (tools.size() == page.tools().size()) ? page : page.withItems(tools, dropped);
    }

    private @Nullable McpToolChange change(String tool, Map<String, String> print) {
        Map<String, String> pin = this.pins.get(tool);
        if (pin == null && !this.isComplete && this.pins.size() < LIMIT) {
            this.pins.put(tool, print);
            return null;
        }
        if (pin != null && ToolPrint.isSame(pin, print)) {
            return null;
        }
        return new McpToolChange(
                this.serverName,
                SafeText.excerpt(tool),
                ToolPrint.fingerprint(print),
                this.time.instant(),
                pin == null,
                (pin != null) ? ToolPrint.difference(pin, print) : List.of());
    }

    private void note(
            String tool, Map<String, String> print, @Nullable McpToolChange change, List<McpToolChange> news) {
        if (change == null) {
            this.waiting.remove(tool);
            this.withheld.remove(tool);
            if (this.reviewed.size() < LIMIT) {
                this.reviewed.add(tool);
            }
            return;
        }
        this.reviewed.remove(tool);
        if (tool.length() > MAX_NAME || this.withheld.size() >= LIMIT) {
            this.isOverfull = true;
            return;
        }
        this.withheld.add(tool);
        Waiting before = this.waiting.get(tool);
        boolean isNews = before == null || !before.change().fingerprint().equals(change.fingerprint());
        if (isNews && (before != null || this.waiting.size() < MAX_CHANGES)) {
            this.waiting.put(tool, new Waiting(change, print));
            news.add(change);
        }
    }

    /** Returns whether an item was dropped because it is not approved. */
    static boolean isUnapproved(DroppedItem item) {
        return item.reason().equals(NEW) || item.reason().startsWith(DIFFERENT);
    }

    private void log(List<McpToolChange> news) {
        if (news.isEmpty()) {
            return;
        }
        String more = (news.size() > NAMED) ? " and " + (news.size() - NAMED) + " more" : "";
        logger.warn(
                "MCP server \"{}\": unapproved definitions of {} {}{}: {}{}. {}",
                this.serverName,
                news.size(),
                (news.size() == 1) ? "tool" : "tools",
                this.blocks ? " (withheld)" : "",
                news.stream()
                        .limit(NAMED)
                        .map(change -> "\"" + change.tool() + "\" (" + change.summary() + ")")
                        .collect(Collectors.joining(", ")),
                more,
                PinStage.REMEDY);
    }

    /** Stores complete pins if they fit, otherwise only the digests. */
    private void keep() {
        int length = 0;
        for (Map<String, String> pin : this.pins.values()) {
            for (Map.Entry<String, String> member : pin.entrySet()) {
                length += member.getKey().length() + member.getValue().length() + 6;
            }
        }
        boolean isLong = length > MAX_LENGTH;
        Map<String, Map<String, String>> copy = new HashMap<>();
        this.pins.forEach((tool, pin) -> copy.put(tool, isLong ? ToolPrint.compact(pin) : Map.copyOf(pin)));
        this.store.keep().accept(copy);
    }

    synchronized List<McpToolChange> changes() {
        return this.waiting.values().stream().map(Waiting::change).toList();
    }

    synchronized boolean approve(String tool, String fingerprint) {
        for (Map.Entry<String, Waiting> entry : this.waiting.entrySet()) {
            McpToolChange change = entry.getValue().change();
            if (change.tool().equals(tool) && change.fingerprint().equals(fingerprint)) {
                this.pins.put(entry.getKey(), entry.getValue().print());
                this.waiting.remove(entry.getKey());
                this.withheld.remove(entry.getKey());
                keep();
                return true;
            }
        }
        return false;
    }

    /** Reason why a tool must not be called according to the lists so far, or {@code null}. */
    synchronized @Nullable String problem(String tool) {
        Waiting change = this.waiting.get(tool);
        if (change != null) {
            return change.change().summary();
        }
        return this.withheld.contains(tool) ? DIFFERENT : null;
    }

    /** As {@link #problem}, after the list was read for this tool. */
    synchronized @Nullable String problemAfterList(String tool) {
        String problem = problem(tool);
        return (problem == null && this.isOverfull && !this.reviewed.contains(tool))
                ? "too many tools differ from their approved definitions"
                : problem;
    }

    synchronized boolean isReviewed(String tool) {
        return this.reviewed.contains(tool);
    }

    /** Marks a tool that the server does not list as reviewed: without a definition there is nothing to approve. */
    synchronized void notListed(String tool) {
        if (this.reviewed.size() < LIMIT && !this.withheld.contains(tool)) {
            this.reviewed.add(tool);
        }
    }

    /** Invalidates the reviews, as the definitions may have changed. */
    synchronized void reviewAgain() {
        this.reviewed.clear();
        this.isOverfull = false;
    }
}
