package io.mcpclient.internal.operation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import reactor.core.scheduler.Scheduler;

import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.schema.TaskSupport;
import io.mcpclient.schema.Tool;
import io.mcpclient.settings.McpOutputValidation;

/** The most recently listed tools by name, each with the validation of its results. Bounded. Thread-safe. */
public final class KnownTools {

    /** Tools beyond this number are called without knowledge of their definitions. */
    private static final int LIMIT = 10_000;

    private final String serverName;

    private final McpOutputValidation policy;

    private final Scheduler checks;

    private final long maxBytes;

    private volatile Map<String, KnownTool> byName = Map.of();

    /** Almost always empty; avoids a second lookup for calls without a task. */
    private volatile Set<String> onlyAsTask = Set.of();

    /**
     * Creates an empty registry for one identity.
     * @param serverName configured name of the server
     * @param policy handling of results that violate the output schema
     * @param checks scheduler for validation
     * @param maxBytes maximum size of all definitions as JSON; bounds the tools remembered from lists read page by page
     */
    public KnownTools(String serverName, McpOutputValidation policy, Scheduler checks, long maxBytes) {
        this.serverName = serverName;
        this.policy = policy;
        this.checks = checks;
        this.maxBytes = maxBytes;
    }

    /**
     * One tool.
     *
     * @param tool its definition
     * @param output validates its results, or {@code null} if validation is off or there is no schema
     * @param bytes size of its definition as JSON
     */
    record KnownTool(Tool tool, @Nullable OutputCheck output, long bytes) {}

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

    boolean requiresTask(String name) {
        Set<String> names = this.onlyAsTask;
        return !names.isEmpty() && names.contains(name);
    }

    /** Replaces all known tools. */
    synchronized void replace(List<Tool> tools) {
        remember(with(new HashMap<>(), tools));
    }

    /** Adds to the known tools. */
    synchronized void add(List<Tool> tools) {
        remember(with(new HashMap<>(this.byName), tools));
    }

    private void remember(Map<String, KnownTool> known) {
        this.byName = known;
        this.onlyAsTask = known.values().stream()
                .map(KnownTool::tool)
                .filter(tool -> tool.taskSupport().equals(TaskSupport.REQUIRED))
                .map(Tool::name)
                .collect(Collectors.toUnmodifiableSet());
    }

    private Map<String, KnownTool> with(Map<String, KnownTool> known, List<Tool> tools) {
        long bytes = known.values().stream().mapToLong(KnownTool::bytes).sum();
        for (Tool tool : tools) {
            KnownTool before = known.remove(tool.name());
            bytes -= (before != null) ? before.bytes() : 0;
            long more = JsonCodec.sizeOf(tool).bytes();
            if (known.size() < LIMIT && more <= this.maxBytes - bytes) {
                known.put(tool.name(), known(tool, more));
                bytes += more;
            }
        }
        return known;
    }

    /** Reuses the validation of an unchanged schema, so that it is neither compiled nor logged twice. */
    private KnownTool known(Tool tool, long bytes) {
        Map<String, Object> schema = tool.outputSchema();
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
