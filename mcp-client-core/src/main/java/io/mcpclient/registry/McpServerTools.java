package io.mcpclient.registry;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.util.PatternMatchUtils;

import io.mcpclient.model.McpResultRules;

/**
 * Rules for the tools of one server in a registry. Immutable; the methods return copies.
 *
 * <pre>{@code
 * McpServerTools.all()
 *         .withInclude("read_*", "list_*")
 *         .withPrefix("docs")
 *         .withOverride("read_file", McpToolOverride.none().withDescription("Reads a page of the handbook."))
 * }</pre>
 *
 * @param include patterns of names at the server, of which one has to match; {@code *} stands for any characters
 * @param exclude patterns of names at the server, of which none may match
 * @param prefix prefix of the names in the registry: one or more of {@code A-Z a-z 0-9 _ -}; {@code null} for the name of the
 *     server, where {@link McpToolNaming#prefix()} requires it
 * @param overrides changes by the names at the server; names that the server does not have are logged once
 * @param results what models read of results of the server's tools, where it differs from the rules of all servers
 */
public record McpServerTools(
        List<String> include,
        List<String> exclude,
        @Nullable String prefix,
        Map<String, McpToolOverride> overrides,
        McpResultRules results) {

    private static final McpServerTools ALL =
            new McpServerTools(List.of("*"), List.of(), null, Map.of(), McpResultRules.undecided());

    /**
     * Checks the prefix and copies the collections.
     * @throws IllegalArgumentException if the prefix has other characters
     */
    public McpServerTools {
        include = List.copyOf(include);
        exclude = List.copyOf(exclude);
        overrides = Map.copyOf(overrides);
        if (prefix != null && (prefix.isEmpty() || !prefix.equals(ToolNameForms.safe(prefix)))) {
            throw new IllegalArgumentException("prefix must consist of A-Z a-z 0-9 _ -, for example docs");
        }
    }

    /**
     * Returns the default: all tools as they are, named by the rules of the registry.
     * @return the rules
     */
    public static McpServerTools all() {
        return ALL;
    }

    /**
     * Sets which tools the registry has. Other tools are neither listed nor callable by the registry.
     * @param patterns patterns of names at the server, of which one has to match; {@code *} stands for any characters
     * @return the copy
     */
    public McpServerTools withInclude(String... patterns) {
        return new McpServerTools(List.of(patterns), this.exclude, this.prefix, this.overrides, this.results);
    }

    /**
     * Sets which tools the registry does not have.
     * @param patterns patterns of names at the server, of which none may match; {@code *} stands for any characters
     * @return the copy
     */
    public McpServerTools withExclude(String... patterns) {
        return new McpServerTools(this.include, List.of(patterns), this.prefix, this.overrides, this.results);
    }

    /**
     * Sets the prefix of the names of all tools of the server, whatever the naming of the registry is.
     * @param prefix one or more of {@code A-Z a-z 0-9 _ -}; {@code null} for none of its own
     * @return the copy
     * @throws IllegalArgumentException if the prefix has other characters
     */
    public McpServerTools withPrefix(@Nullable String prefix) {
        return new McpServerTools(this.include, this.exclude, prefix, this.overrides, this.results);
    }

    /**
     * Changes a tool. Replaces an earlier change of the same tool.
     * @param tool name at the server
     * @param override what to change
     * @return the copy
     */
    public McpServerTools withOverride(String tool, McpToolOverride override) {
        Map<String, McpToolOverride> more = new HashMap<>(this.overrides);
        more.put(tool, override);
        return new McpServerTools(this.include, this.exclude, this.prefix, more, this.results);
    }

    /**
     * Sets what models read of results of the server's tools.
     * @param results rules; what they do not decide is decided by the rules of all servers
     * @return the copy
     */
    public McpServerTools withResults(McpResultRules results) {
        return new McpServerTools(this.include, this.exclude, this.prefix, this.overrides, results);
    }

    /** Returns whether the registry has a tool. */
    boolean has(String tool) {
        return matches(this.include, tool)
                && !matches(this.exclude, tool)
                && override(tool).enabled();
    }

    /** Returns what is changed about a tool. */
    McpToolOverride override(String tool) {
        return this.overrides.getOrDefault(tool, McpToolOverride.none());
    }

    private static boolean matches(List<String> patterns, String name) {
        return patterns.stream().anyMatch(pattern -> PatternMatchUtils.simpleMatch(pattern, name));
    }
}
