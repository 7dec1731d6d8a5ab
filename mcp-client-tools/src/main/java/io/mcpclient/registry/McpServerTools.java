package io.mcpclient.registry;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.util.PatternMatchUtils;

import io.mcpclient.model.McpResultRules;
import io.mcpclient.schema.Tool;
import io.mcpclient.text.SafeText;

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
 * @param declared tools that the registry has before the server is asked, see {@link #withDeclared}
 * @param declaredMismatch what happens to a declared tool that the server defines differently
 */
public record McpServerTools(
        List<String> include,
        List<String> exclude,
        @Nullable String prefix,
        Map<String, McpToolOverride> overrides,
        McpResultRules results,
        List<Tool> declared,
        McpDeclaredMismatch declaredMismatch) {

    private static final McpServerTools ALL = new McpServerTools(
            List.of("*"), List.of(), null, Map.of(), McpResultRules.undecided(), List.of(), McpDeclaredMismatch.WARN);

    /**
     * Checks the prefix and the declared tools, and copies the collections.
     * @throws IllegalArgumentException if the prefix has other characters, two declared tools have the same name, or the input schema
     *     of one is not that of an object
     */
    public McpServerTools {
        include = List.copyOf(include);
        exclude = List.copyOf(exclude);
        overrides = Map.copyOf(overrides);
        declared = List.copyOf(declared);
        checkDeclared(declared);
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
        return new McpServerTools(
                List.of(patterns),
                this.exclude,
                this.prefix,
                this.overrides,
                this.results,
                this.declared,
                this.declaredMismatch);
    }

    /**
     * Sets which tools the registry does not have.
     * @param patterns patterns of names at the server, of which none may match; {@code *} stands for any characters
     * @return the copy
     */
    public McpServerTools withExclude(String... patterns) {
        return new McpServerTools(
                this.include,
                List.of(patterns),
                this.prefix,
                this.overrides,
                this.results,
                this.declared,
                this.declaredMismatch);
    }

    /**
     * Sets the prefix of the names of all tools of the server, whatever the naming of the registry is.
     * @param prefix one or more of {@code A-Z a-z 0-9 _ -}; {@code null} for none of its own
     * @return the copy
     * @throws IllegalArgumentException if the prefix has other characters
     */
    public McpServerTools withPrefix(@Nullable String prefix) {
        return new McpServerTools(
                this.include, this.exclude, prefix, this.overrides, this.results, this.declared, this.declaredMismatch);
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
        return new McpServerTools(
                this.include, this.exclude, this.prefix, more, this.results, this.declared, this.declaredMismatch);
    }

    /**
     * Sets what models read of results of the server's tools.
     * @param results rules; what they do not decide is decided by the rules of all servers
     * @return the copy
     */
    public McpServerTools withResults(McpResultRules results) {
        return new McpServerTools(
                this.include, this.exclude, this.prefix, this.overrides, results, this.declared, this.declaredMismatch);
    }

    /**
     * Declares tools. The registry has them before the server is asked, and models are offered them whether or not the server can be
     * reached: a prompt neither connects nor waits for a server with declared tools that was never connected, and calls connect. As
     * soon as the server has listed its tools, its definitions are used, and declared tools that it does not have are not in the
     * registry any more; {@link #withDeclaredMismatch} says what happens if a definition differs.
     *
     * <pre>{@code
     * McpServerTools.all().withDeclared(Tool.of("read_file", "Reads a file.", JsonObject.of(Map.of(
     *         "type", "object", "properties", Map.of("path", Map.of("type", "string"))))))
     * }</pre>
     *
     * @param tools the tools, by their names at the server; replace earlier ones
     * @return the copy
     * @throws IllegalArgumentException if two tools have the same name, or an input schema is not that of an object
     */
    public McpServerTools withDeclared(Tool... tools) {
        return new McpServerTools(
                this.include,
                this.exclude,
                this.prefix,
                this.overrides,
                this.results,
                List.of(tools),
                this.declaredMismatch);
    }

    /**
     * Sets what happens to a declared tool that the server defines differently.
     * @param mismatch {@link McpDeclaredMismatch#WARN} by default
     * @return the copy
     */
    public McpServerTools withDeclaredMismatch(McpDeclaredMismatch mismatch) {
        return new McpServerTools(
                this.include, this.exclude, this.prefix, this.overrides, this.results, this.declared, mismatch);
    }

    private static void checkDeclared(List<Tool> declared) {
        Set<String> names = new HashSet<>();
        for (Tool tool : declared) {
            if (!names.add(tool.name())) {
                throw new IllegalArgumentException("the tool " + SafeText.excerpt(tool.name()) + " is declared twice");
            }
            String problem = problem(tool.inputSchema().asMap());
            if (problem != null) {
                throw new IllegalArgumentException(
                        "the input schema of the declared tool " + SafeText.excerpt(tool.name()) + " " + problem);
            }
        }
    }

    /** Returns why a schema is not that of arguments, or {@code null} if it may be. */
    private static @Nullable String problem(Map<String, Object> schema) {
        if (!"object".equals(schema.getOrDefault("type", "object"))) {
            return "does not have the type \"object\"";
        }
        if (!(schema.getOrDefault("properties", Map.of()) instanceof Map<?, ?>)) {
            return "has \"properties\" that are not an object";
        }
        return (schema.getOrDefault("required", List.of()) instanceof List<?>)
                ? null
                : "has \"required\" that is not an array";
    }

    /** Returns whether a tool is declared. */
    boolean declares(String tool) {
        return !this.declared.isEmpty()
                && this.declared.stream().anyMatch(declared -> declared.name().equals(tool));
    }

    /** Returns whether a tool that the registry has is declared. */
    boolean declaresAny() {
        return this.declared.stream().anyMatch(tool -> has(tool.name()));
    }

    /** Returns whether this very definition is declared. */
    boolean hasDeclared(Tool definition) {
        return this.declared.stream().anyMatch(tool -> tool == definition);
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
