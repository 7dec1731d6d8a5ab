package io.mcpclient.internal.operation;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import reactor.core.scheduler.Scheduler;

import io.mcpclient.schema.JsonObject;
import io.mcpclient.schema.TaskSupport;
import io.mcpclient.schema.Tool;
import io.mcpclient.settings.McpOutputValidation;
import io.mcpclient.support.json.JsonSize;

/**
 * The most recently listed tools by name, each with the validation of its results. Bounded. Thread-safe.
 *
 * <pre>
 *  all pages under one deadline             replace all known tools
 *  a page                                   adds its tools
 *  the last page, read after all others     adds its tools; tools on none of the pages are removed
 * </pre>
 */
public final class KnownTools {

    /** Tools beyond this number are called without knowledge of their definitions. */
    private static final int LIMIT = 10_000;

    /** A complete list has been measured before, so its tools are only if single pages follow. */
    private static final long UNMEASURED = -1;

    private final String serverName;

    private final McpOutputValidation policy;

    private final Consumer<Tool> listed;

    private final Scheduler checks;

    private final long maxBytes;

    private volatile Map<String, KnownTool> byName = Map.of();

    /** The pages of a list that a caller reads one by one, from the first page on; {@code null} if one was left out. */
    private @Nullable PageRun run;

    /** Almost always empty; avoids a second lookup for calls without a task. */
    private volatile Set<String> onlyAsTask = Set.of();

    /**
     * Creates an empty registry for one identity.
     * @param serverName configured name of the server
     * @param policy handling of results that violate the output schema
     * @param listed receives each listed definition
     * @param checks scheduler for validation
     * @param maxBytes maximum size of all definitions as JSON; bounds the tools remembered from lists read page by page
     */
    public KnownTools(
            String serverName, McpOutputValidation policy, Consumer<Tool> listed, Scheduler checks, long maxBytes) {
        this.serverName = serverName;
        this.policy = policy;
        this.listed = listed;
        this.checks = checks;
        this.maxBytes = maxBytes;
    }

    /**
     * One tool.
     *
     * @param tool its definition
     * @param output validates its results, or {@code null} if validation is off or there is no schema
     * @param bytes size of its definition as JSON, or {@link #UNMEASURED}
     */
    record KnownTool(Tool tool, @Nullable OutputCheck output, long bytes) {

        KnownTool measured() {
            return (this.bytes == UNMEASURED)
                    ? new KnownTool(
                            this.tool, this.output, JsonSize.of(this.tool).bytes())
                    : this;
        }
    }

    /**
     * Returns the most recently listed definition of a tool.
     * @param name name of the tool at the server
     * @return the definition, or empty if the tool was not listed or is beyond the limits
     */
    public Optional<Tool> definition(String name) {
        return Optional.ofNullable(find(name)).map(KnownTool::tool);
    }

    @Nullable
    KnownTool find(String name) {
        return this.byName.get(name);
    }

    /** Returns the names of all known tools, in no order. */
    Set<String> names() {
        return this.byName.keySet();
    }

    /** Whether results are validated at all. */
    boolean validates() {
        return this.policy != McpOutputValidation.OFF;
    }

    boolean requiresTask(String name) {
        Set<String> names = this.onlyAsTask;
        return !names.isEmpty() && names.contains(name);
    }

    /** Replaces all known tools by those of a complete list. */
    synchronized void replace(List<Tool> tools) {
        this.run = null;
        Map<String, KnownTool> known = new HashMap<>(tools.size() * 2);
        for (Tool tool : tools.subList(0, Math.min(LIMIT, tools.size()))) {
            known.put(tool.name(), known(tool, UNMEASURED));
        }
        remember(known);
    }

    /**
     * Adds one page of the list.
     * @param cursor cursor of the page; {@code null} for the first page
     * @param tools tools on the page
     * @param next cursor of the next page; {@code null} after the last page
     */
    synchronized void add(@Nullable String cursor, List<Tool> tools, @Nullable String next) {
        Map<String, KnownTool> known = new HashMap<>(this.byName);
        known.replaceAll((name, tool) -> tool.measured());
        add(known, tools);
        PageRun run = (cursor == null) ? new PageRun() : this.run;
        this.run = (run != null && Objects.equals(run.next, cursor)) ? run.with(tools, next, known.keySet()) : null;
        if (this.run != null && next == null) {
            known.keySet().retainAll(this.run.names);
            this.run = null;
        }
        remember(known);
    }

    /** Names on consecutive pages, and the cursor of the page that follows them. */
    private static final class PageRun {

        private final Set<String> names = new HashSet<>();

        private @Nullable String next;

        PageRun with(List<Tool> tools, @Nullable String next, Set<String> known) {
            tools.stream().map(Tool::name).filter(known::contains).forEach(this.names::add);
            this.next = next;
            return this;
        }
    }

    private void remember(Map<String, KnownTool> known) {
        this.byName = known;
        this.onlyAsTask = known.values().stream()
                .map(KnownTool::tool)
                .filter(tool -> tool.taskSupport().equals(TaskSupport.REQUIRED))
                .map(Tool::name)
                .collect(Collectors.toUnmodifiableSet());
    }

    private void add(Map<String, KnownTool> known, List<Tool> tools) {
        long bytes = known.values().stream().mapToLong(KnownTool::bytes).sum();
        for (Tool tool : tools) {
            KnownTool before = known.remove(tool.name());
            bytes -= (before != null) ? before.bytes() : 0;
            long more = JsonSize.of(tool).bytes();
            if (known.size() < LIMIT && more <= this.maxBytes - bytes) {
                known.put(tool.name(), known(tool, more));
                bytes += more;
            }
        }
    }

    /** Reuses the validation of an unchanged schema, so that it is neither compiled nor logged twice. */
    private KnownTool known(Tool tool, long bytes) {
        this.listed.accept(tool);
        JsonObject schema = tool.outputSchema();
        if (schema == null || this.policy == McpOutputValidation.OFF) {
            return new KnownTool(tool, null, bytes);
        }
        KnownTool last = this.byName.get(tool.name());
        OutputCheck known = (last != null) ? last.output() : null;
        return new KnownTool(
                tool,
                (known != null && known.schema().equals(schema))
                        ? known
                        : new OutputCheck(this.serverName, tool.name(), schema, this.policy, this.checks),
                bytes);
    }
}
