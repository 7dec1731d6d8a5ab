package io.mcpclient.registry;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import io.mcpclient.registry.ToolNameForms.Form;

/**
 * Assigns every tool (or prompt, by the same rule) a unique name, independent of the order of the configuration and of the
 * order in which configured servers connect.
 *
 * <p>Each tool claims the name of its present {@linkplain ToolNameForms form} permanently. If the name is claimed already, tools move
 * to their next forms until there is no conflict. Claims are never released and tools never move back, so no tool takes over a name: a
 * name given up by one tool is not assigned to another (faults I03, I04, F30).
 *
 * <table>
 * <caption>two tools with the same name</caption>
 * <tr><th>servers</th><th>which tool moves</th></tr>
 * <tr><td>were there at the same time, or are the same</td><td>both, whichever became known first</td></tr>
 * <tr><td>one joined later, its tool became known later</td><td>its tool: a new server does not rename tools of others</td></tr>
 * <tr><td>one joined later, its tool became known first</td><td>both: the name does not change hands</td></tr>
 * <tr><td>none: the name is {@linkplain #RESERVED reserved}</td><td>the tool</td></tr>
 * </table>
 *
 * {@link ItemIndex} omits tools that share a name in the last form. Not thread-safe.
 *
 * @see "MCP 2026-07-28, server/tools, Tool Names (TOOL-10, TOOL-11)"
 */
final class ToolNameAllocator {

    /**
     * Names of the tools of this library, whether or not they are offered: the names of tools do not depend on that, and a prompt
     * that mentions one of these never means a tool of a server.
     */
    static final Set<String> RESERVED =
            Set.of("search_tools", "call_tool", "list_resources", "read_resource", "read_result");

    /** A server that keeps inventing names gets hashed names, which need not be stored. */
    private static final int REMEMBERED_PER_SERVER = 10_000;

    private final ToolNameForms forms;

    private final ChosenNames chosen;

    private final Function<String, @Nullable String> prefixes;

    /** Names of all tools ever seen. */
    private final Map<Key, Named> named = new HashMap<>();

    /** All names that were ever claimed. */
    private final Map<String, Claim> claims = new HashMap<>();

    /** Number of named tools of each server. */
    private final Map<String, Integer> remembered = new HashMap<>();

    /** When servers joined, see {@link #joined}. */
    private final Map<String, Integer> joined = new HashMap<>();

    /** Tool identified by its origin. */
    record Key(String server, String tool) {}

    /**
     * Name of a tool.
     *
     * @param form its form
     * @param prefix prefix of the server when it was built
     * @param name the name
     */
    private record Named(Form form, @Nullable String prefix, String name) {}

    /**
     * Claim of a name. A shared name needs no list of the tools that claim it: all have left it, or cannot leave it.
     *
     * @param first the first tool, {@code null} for a reserved name
     * @param isShared whether no tool can have the name
     */
    private record Claim(@Nullable Key first, boolean isShared) {}

    /**
     * Creates an allocator for tools.
     * @param naming rules for all servers
     */
    ToolNameAllocator(McpToolNaming naming) {
        this(naming, server -> null);
    }

    /**
     * Creates an allocator for tools.
     * @param naming rules for all servers
     * @param prefixes returns the prefix of all names of a server, or {@code null} for the rules of all servers
     */
    ToolNameAllocator(McpToolNaming naming, Function<String, @Nullable String> prefixes) {
        this(naming, prefixes, RESERVED);
    }

    /** Creates an allocator that also reserves names of functions. */
    static ToolNameAllocator reserving(
            McpToolNaming naming, Function<String, @Nullable String> prefixes, Set<String> functions) {
        Set<String> reserved = new HashSet<>(RESERVED);
        reserved.addAll(functions);
        return new ToolNameAllocator(naming, prefixes, reserved);
    }

    private ToolNameAllocator(McpToolNaming naming, Function<String, @Nullable String> prefixes, Set<String> reserved) {
        this.forms = new ToolNameForms(naming);
        this.chosen = new ChosenNames(naming);
        this.prefixes = prefixes;
        reserved.forEach(name -> this.claims.put(name, new Claim(null, true)));
    }

    /**
     * Creates an allocator for prompts: no name is reserved or chosen by the application.
     * @param naming rules for all servers
     */
    static ToolNameAllocator ofPrompts(McpToolNaming naming) {
        return new ToolNameAllocator(naming.withNamer(null), server -> null, Set.of());
    }

    /**
     * Sets when a server joined, unless it is known. To be called before its tools are added.
     * @param server configured name of the server
     * @param when 0 for servers that were there from the beginning, the default; a higher number for those that joined later
     */
    void joined(String server, int when) {
        this.joined.putIfAbsent(server, when);
    }

    /**
     * Registers tools and gives another name to those whose names have become ambiguous. The effort does not depend on the
     * number of tools that are registered already.
     * @param tools tools of one or more servers, some of which may be registered already
     * @return the tools with a name that is not their first one since the last call, including new ones and those of other servers
     */
    Set<Key> add(List<Key> tools) {
        Set<Key> moved = new HashSet<>();
        for (Key tool : tools) {
            String prefix = this.prefixes.apply(tool.server());
            Named before = this.named.get(tool);
            if (before == null ? hasRoom(tool.server()) : !Objects.equals(before.prefix(), prefix)) {
                this.named.put(tool, first(tool, prefix));
                settle(tool, moved);
            }
        }
        return moved;
    }

    private boolean hasRoom(String server) {
        int count = this.remembered.getOrDefault(server, 0);
        if (count < REMEMBERED_PER_SERVER) {
            this.remembered.put(server, count + 1);
        }
        return count < REMEMBERED_PER_SERVER;
    }

    private Named first(Key tool, @Nullable String prefix) {
        Named byRules = named(tool, this.forms.first(prefix), prefix);
        String name = this.chosen.of(tool, byRules.name());
        return (name != null) ? new Named(Form.CHOSEN, prefix, name) : byRules;
    }

    private Named named(Key tool, Form form, @Nullable String prefix) {
        return new Named(form, prefix, this.forms.name(tool, form, prefix));
    }

    private void settle(Key added, Set<Key> moved) {
        Deque<Key> unsettled = new ArrayDeque<>(List.of(added));
        while (!unsettled.isEmpty()) {
            Key tool = unsettled.remove();
            String name = of(tool);
            Claim claim = this.claims.putIfAbsent(name, new Claim(tool, false));
            if (claim == null || !claim.isShared() && tool.equals(claim.first())) {
                continue;
            }
            boolean hasMoved = move(tool, name, unsettled, moved);
            Key first = claim.first();
            // A name in the last form has the hash of one tool, so any other tool with it was named deliberately.
            if (first != null && !claim.isShared() && !(hasMoved && isLater(tool, first))) {
                this.claims.put(name, new Claim(first, true));
                move(first, name, unsettled, moved);
            }
        }
    }

    private boolean isLater(Key tool, Key other) {
        return this.joined.getOrDefault(tool.server(), 0) > this.joined.getOrDefault(other.server(), 0);
    }

    /** Gives a tool its next name if it has this one, and there is another one. */
    private boolean move(Key tool, String name, Deque<Key> unsettled, Set<Key> moved) {
        Named present = this.named.get(tool);
        if (present == null || present.form() == Form.HASHED || !present.name().equals(name)) {
            return false;
        }
        if (present.form() == Form.CHOSEN) {
            this.chosen.conflict(tool, name);
        }
        this.named.put(tool, named(tool, this.forms.next(present.form(), present.prefix()), present.prefix()));
        unsettled.add(tool);
        moved.add(tool);
        return true;
    }

    /** Returns the unique name of a tool. */
    String of(Key tool) {
        Named present = this.named.get(tool);
        return (present != null)
                ? present.name()
                : this.forms.name(tool, Form.HASHED, this.prefixes.apply(tool.server()));
    }
}
