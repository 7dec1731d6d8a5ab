package io.mcpclient.operation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import reactor.core.scheduler.Scheduler;

import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.schema.TaskSupport;
import io.mcpclient.schema.Tool;

/** The tools that were listed last, by name, each with the check of its results. Bounded. Thread-safe. */
final class KnownTools {

    /** A server with more tools than this has them called without knowledge of them. */
    private static final int LIMIT = 10_000;

    private final String serverName;

    private final OutputValidation policy;

    private final Scheduler checks;

    private final long maxBytes;

    private volatile Map<String, KnownTool> byName = Map.of();

    /** Almost always empty, so that a call without a task is not looked up twice. */
    private volatile Set<String> onlyAsTask = Set.of();

    /**
     * Creates the memory of one client, without content.
     * @param serverName configured name of the server
     * @param policy what happens when a result breaks the schema of its tool
     * @param checks threads for such checks
     * @param maxBytes size of all definitions as JSON: tools that are listed page by page are remembered up to that
     */
    KnownTools(String serverName, OutputValidation policy, Scheduler checks, long maxBytes) {
        this.serverName = serverName;
        this.policy = policy;
        this.checks = checks;
        this.maxBytes = maxBytes;
    }

    /**
     * One tool.
     *
     * @param tool its definition
     * @param output checks its results, or {@code null} if nothing is to be checked
     * @param bytes size of its definition as JSON
     */
    record KnownTool(Tool tool, @Nullable OutputCheck output, long bytes) {}

    @Nullable
    KnownTool find(String name) {
        return this.byName.get(name);
    }

    boolean requiresTask(String name) {
        Set<String> names = this.onlyAsTask;
        return !names.isEmpty() && names.contains(name);
    }

    /** Remembers these and forgets all others. */
    synchronized void replace(List<Tool> tools) {
        remember(with(new HashMap<>(), tools));
    }

    /** Remembers these, too. */
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

    /** A schema that did not change is not compiled again, and not warned about again. */
    private KnownTool known(Tool tool, long bytes) {
        Map<String, Object> schema = tool.outputSchema();
        if (schema == null || this.policy == OutputValidation.OFF) {
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
