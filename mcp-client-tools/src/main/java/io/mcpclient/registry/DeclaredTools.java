package io.mcpclient.registry;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

import io.mcpclient.registry.CatalogSyncs.Known;
import io.mcpclient.registry.McpDeclaredTool.State;
import io.mcpclient.schema.Tool;
import io.mcpclient.support.Loggers;
import io.mcpclient.text.SafeText;

/**
 * Declared tools of servers, compared with what the servers list.
 *
 * <table>
 * <caption>what the registry has of a declared tool</caption>
 * <tr><th>list of the server</th><th>it has the tool as declared</th><th>it has another definition</th><th>it does not have
 * it</th></tr>
 * <tr><td>read since the start</td><td>the server's</td><td>the server's; none with {@code FAIL}</td><td>none</td></tr>
 * <tr><td>stored before the start</td><td>the stored one</td><td>the stored one; none with {@code FAIL}</td><td>the declared
 * one</td></tr>
 * <tr><td>unknown</td><td></td><td></td><td>the declared one</td></tr>
 * </table>
 *
 * Thread-safe.
 */
final class DeclaredTools {

    private static final Logger logger = Loggers.TOOLS;

    private final Function<String, McpServerTools> rules;

    /** What was logged of each server. */
    private final Map<String, List<McpDeclaredTool>> logged = new HashMap<>();

    /**
     * Creates an instance.
     * @param rules returns the rules for the tools of a server
     */
    DeclaredTools(Function<String, McpServerTools> rules) {
        this.rules = rules;
    }

    /** Returns the tools of a server that the registry has, and logs what has become known about declared ones. */
    List<Tool> registered(Known<List<Tool>> server) {
        McpServerTools rules = this.rules.apply(server.server());
        Stream<Tool> known = server.known().stream().filter(tool -> rules.has(tool.name()));
        if (rules.declared().isEmpty()) {
            return known.toList();
        }
        Map<String, McpDeclaredTool> declared =
                compared(server).stream().collect(Collectors.toMap(McpDeclaredTool::name, Function.identity()));
        if (server.listed()) {
            log(server.server(), rules, declared.values());
        }
        List<Tool> tools = known.filter(tool -> isInRegistry(declared.get(tool.name())))
                .collect(Collectors.toCollection(ArrayList::new));
        Set<String> names = server.known().stream().map(Tool::name).collect(Collectors.toSet());
        rules.declared().stream()
                .filter(tool -> rules.has(tool.name()) && !names.contains(tool.name()))
                .filter(tool -> isInRegistry(declared.get(tool.name())))
                .forEach(tools::add);
        return List.copyOf(tools);
    }

    private static boolean isInRegistry(@Nullable McpDeclaredTool declared) {
        return declared == null || declared.inRegistry();
    }

    /** Compares the declared tools of a server, without those that the registry excludes. */
    List<McpDeclaredTool> compared(Known<List<Tool>> server) {
        McpServerTools rules = this.rules.apply(server.server());
        List<Tool> declared =
                rules.declared().stream().filter(tool -> rules.has(tool.name())).toList();
        if (declared.isEmpty()) {
            return List.of();
        }
        Map<String, Tool> known = server.known().stream()
                .collect(Collectors.toMap(Tool::name, Function.identity(), (first, second) -> first));
        return declared.stream()
                .map(tool -> compared(tool, known.get(tool.name()), server, rules.declaredMismatch()))
                .toList();
    }

    private static McpDeclaredTool compared(
            Tool declared, @Nullable Tool known, Known<List<Tool>> server, McpDeclaredMismatch mismatch) {
        boolean isListed = server.listed();
        if (known == null) {
            boolean isMissing = isListed && !server.incomplete();
            return new McpDeclaredTool(
                    declared.name(), isMissing ? State.MISSING : State.NOT_LISTED, List.of(), !isMissing);
        }
        List<String> differences = ToolDifferences.of(declared, known);
        boolean isSame = differences.isEmpty();
        return new McpDeclaredTool(
                declared.name(),
                isListed ? (isSame ? State.SAME : State.DIFFERENT) : State.NOT_LISTED,
                differences,
                isSame || mismatch != McpDeclaredMismatch.FAIL);
    }

    /** Logs each result once, until it changes. */
    private void log(String server, McpServerTools rules, Collection<McpDeclaredTool> declared) {
        List<McpDeclaredTool> problems = declared.stream()
                .filter(tool -> tool.state() == State.MISSING || tool.state() == State.DIFFERENT)
                .toList();
        List<McpDeclaredTool> before;
        synchronized (this.logged) {
            before = problems.isEmpty() ? this.logged.remove(server) : this.logged.put(server, problems);
        }
        if (problems.isEmpty() || problems.equals(before)) {
            return;
        }
        String missing = names(problems, State.MISSING);
        if (!missing.isEmpty()) {
            logger.warn(
                    "MCP server \"{}\": it does not have the declared tools {}, which are not offered any more. Correct"
                            + " tools.declared, unless they were dropped from its list, which the status of the list says",
                    server,
                    missing);
        }
        String different = names(problems, State.DIFFERENT);
        if (!different.isEmpty() && rules.declaredMismatch() != McpDeclaredMismatch.REPLACE) {
            logger.warn(
                    "MCP server \"{}\": its definitions differ from those of the declared tools {}. {}",
                    server,
                    different,
                    (rules.declaredMismatch() == McpDeclaredMismatch.FAIL)
                            ? "The tools are not offered until tools.declared is corrected"
                            : "The definitions of the server are used. Correct tools.declared");
        }
    }

    private static String names(List<McpDeclaredTool> tools, State state) {
        return tools.stream()
                .filter(tool -> tool.state() == state)
                .map(tool -> SafeText.excerpt(tool.name())
                        + (tool.differences().isEmpty() ? "" : " (" + String.join(", ", tool.differences()) + ")"))
                .collect(Collectors.joining(", "));
    }
}
