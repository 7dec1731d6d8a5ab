package io.mcpclient.registry;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

import io.mcpclient.model.McpResultRules;
import io.mcpclient.schema.Tool;

/**
 * The rules for the tools of each server. They are read when its client is added or replaced, so that the tools of a server that
 * is being removed keep theirs. Thread-safe.
 */
final class ServerRules {

    private final McpToolExposure exposure;

    /** Rules that differ from the default. Those of a removed server remain: its calls in flight have them. */
    private final Map<String, McpServerTools> rules = new ConcurrentHashMap<>();

    /** Servers with rules that no view has yet. */
    private final Set<String> changed = ConcurrentHashMap.newKeySet();

    ServerRules(McpToolExposure exposure) {
        this.exposure = exposure;
    }

    /** Reads the rules of a server. To be called before its tools are listed. */
    void added(String server) {
        McpServerTools next = this.exposure.server(server);
        McpServerTools last =
                next.equals(McpServerTools.all()) ? this.rules.remove(server) : this.rules.put(server, next);
        if (!next.equals((last != null) ? last : McpServerTools.all())) {
            this.changed.add(server);
        }
    }

    /** Returns the servers whose rules have changed since the last call. */
    Set<String> takeChanged() {
        Set<String> taken = new HashSet<>(this.changed);
        this.changed.removeAll(taken);
        return taken;
    }

    McpServerTools of(String server) {
        return this.rules.getOrDefault(server, McpServerTools.all());
    }

    /** Returns what a model reads of the results of a tool: the rules of the tool, of its server, and of all servers. */
    McpResultRules results(McpRegisteredTool tool) {
        return tool.override().results().orElse(results(tool.server()));
    }

    /** Returns what a model reads of resources of a server. */
    McpResultRules results(String server) {
        return of(server).results().orElse(this.exposure.models().results());
    }

    /** Returns whether results that are too long are retained for any tool of these servers. */
    boolean retainsResults(Predicate<String> servers) {
        return isRetaining(this.exposure.models().results())
                || this.rules.entrySet().stream()
                        .anyMatch(entry -> servers.test(entry.getKey()) && isRetaining(entry.getValue()));
    }

    private static boolean isRetaining(McpServerTools rules) {
        return isRetaining(rules.results())
                || rules.overrides().values().stream().anyMatch(override -> isRetaining(override.results()));
    }

    private static boolean isRetaining(McpResultRules rules) {
        return rules.overflow() == McpResultRules.Overflow.KEEP;
    }

    /** Returns whether a model may use a tool of this library for a server, under the rules for tools of that server. */
    boolean permits(Tool tool, String server, McpToolSelection selection) {
        return of(server).has(tool.name())
                && this.exposure.accepts(new McpRegisteredTool(tool.name(), server, tool, true), selection);
    }
}
