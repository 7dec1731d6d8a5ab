package io.mcpclient.registry;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * Assigns every tool (or prompt, by the same rule) a unique name, independent of the order of the configuration and of the
 * order in which servers connect.
 *
 * <p>Each tool has a level: 0 bare name, 1 with the name of its server, 2 with a hash of both. It claims the name of its
 * level permanently. Tools whose name is also claimed by another tool move to the next level until there is no conflict.
 * Claims and levels only grow, so the result does not depend on the order in which tools become known, and no tool takes
 * over a name: a name claimed by two tools belongs to neither, and a name given up by one tool is not assigned to another
 * (faults I03, I04, F30). {@link ItemIndex} omits equal names at level 2. Not thread-safe.
 *
 * @see "MCP 2026-07-28, server/tools, Tool Names (TOOL-10, TOOL-11)"
 */
final class ToolNameAllocator {

    private static final int BARE = 0;

    private static final int PREFIXED = 1;

    private static final int HASHED = 2;

    /** Hexadecimal digits: 64 bits, so that no server can find a tool name with the hash of another. */
    private static final int HASH_LENGTH = 16;

    /** A server that keeps inventing names gets hashed names, which need not be stored. */
    private static final int REMEMBERED_PER_SERVER = 10_000;

    private final McpToolNaming naming;

    private final Function<String, @Nullable String> prefixes;

    /** Levels of all tools ever seen. */
    private final Map<Key, Integer> levels = new HashMap<>();

    /** All names that were ever claimed. */
    private final Map<String, Claim> claims = new HashMap<>();

    private final Map<String, Integer> remembered = new HashMap<>();

    /** Tool identified by its origin. */
    record Key(String server, String tool) {}

    /**
     * Claim of a name. A shared name needs no list of the tools that claim it: all have left it, or cannot leave it.
     *
     * @param name the name; one instance for all who ask for it
     * @param first the first tool
     * @param isShared whether another tool has claimed the name too
     */
    private record Claim(String name, Key first, boolean isShared) {}

    ToolNameAllocator(McpToolNaming naming) {
        this(naming, server -> null);
    }

    /**
     * Creates an allocator.
     * @param naming rules for all servers
     * @param prefixes returns the prefix of all names of a server, or {@code null} for the rules of all servers
     */
    ToolNameAllocator(McpToolNaming naming, Function<String, @Nullable String> prefixes) {
        this.naming = naming;
        this.prefixes = prefixes;
    }

    /**
     * Registers tools and raises the level of those whose names have become ambiguous. The effort does not depend on the
     * number of tools that are registered already.
     * @param tools tools of one or more servers, some of which may be registered already
     * @return the tools with a raised level, including new ones and those of other servers
     */
    Set<Key> add(List<Key> tools) {
        Set<Key> risen = new HashSet<>();
        for (Key tool : tools) {
            int count = this.remembered.getOrDefault(tool.server(), 0);
            if (count < REMEMBERED_PER_SERVER && this.levels.putIfAbsent(tool, lowest(tool)) == null) {
                this.remembered.put(tool.server(), count + 1);
                settle(tool, risen);
            }
        }
        return risen;
    }

    private void settle(Key added, Set<Key> risen) {
        Deque<Key> unsettled = new ArrayDeque<>(List.of(added));
        while (!unsettled.isEmpty()) {
            Key tool = unsettled.remove();
            String name = of(tool);
            Claim claim = this.claims.putIfAbsent(name, new Claim(name, tool, false));
            if (claim == null || !claim.isShared() && claim.first().equals(tool)) {
                continue;
            }
            rise(tool, name, unsettled, risen);
            if (!claim.isShared()) {
                this.claims.put(name, new Claim(name, claim.first(), true));
                rise(claim.first(), name, unsettled, risen);
            }
        }
    }

    private void rise(Key tool, String name, Deque<Key> unsettled, Set<Key> risen) {
        int level = this.levels.getOrDefault(tool, HASHED);
        if (level < HASHED && of(tool).equals(name)) {
            this.levels.put(tool, next(level));
            unsettled.add(tool);
            risen.add(tool);
        }
    }

    private int lowest(Key tool) {
        boolean prefixed =
                this.naming.prefix() == McpToolNaming.Prefix.ALWAYS || this.prefixes.apply(tool.server()) != null;
        return prefixed ? PREFIXED : BARE;
    }

    private int next(int level) {
        return (this.naming.prefix() == McpToolNaming.Prefix.NEVER) ? HASHED : level + 1;
    }

    /** Returns the unique name of a tool. */
    String of(Key tool) {
        String name = name(tool, this.levels.getOrDefault(tool, HASHED));
        Claim claim = this.claims.get(name);
        return (claim != null) ? claim.name() : name;
    }

    private String name(Key tool, int level) {
        String bare = safe(tool.tool());
        String prefix = this.prefixes.apply(tool.server());
        boolean neverPrefixed = this.naming.prefix() == McpToolNaming.Prefix.NEVER && prefix == null;
        if (level == BARE || (level == HASHED && neverPrefixed)) {
            return fit(bare, tool, level == HASHED);
        }
        return fit(
                ((prefix != null) ? prefix : safe(tool.server())) + this.naming.separator() + bare,
                tool,
                level == HASHED);
    }

    private String fit(String name, Key tool, boolean hashed) {
        if (!hashed && name.length() <= this.naming.maxLength()) {
            return name;
        }
        int room = this.naming.maxLength() - HASH_LENGTH - 1;
        return name.substring(0, Math.min(name.length(), room)) + "_" + hash(tool);
    }

    /** Replaces characters that models do not accept in names, and visually confusable ones (fault I05). */
    static String safe(String name) {
        StringBuilder safe = new StringBuilder(name.length());
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean legal =
                    c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-';
            safe.append(legal ? c : '_');
        }
        return safe.isEmpty() ? "_" : safe.toString();
    }

    private static String hash(Key tool) {
        try {
            byte[] text = (tool.server() + '\0' + tool.tool()).getBytes(StandardCharsets.UTF_8);
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text);
            return HexFormat.of().formatHex(digest, 0, HASH_LENGTH / 2);
        } catch (NoSuchAlgorithmException ex) {
            throw new IllegalStateException("SHA-256 is not available", ex);
        }
    }
}
