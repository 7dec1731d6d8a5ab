package io.mcpclient.registry;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.JsonObject;
import io.mcpclient.schema.Tool;
import io.mcpclient.schema.ToolAnnotations;
import io.mcpclient.text.SafeText;

/**
 * Differences between a declared tool and the definition of its server.
 *
 * <table>
 * <caption>what is compared</caption>
 * <tr><th>member</th><th>equal if</th></tr>
 * <tr><td>{@code title}, {@code description}</td><td>not declared, or the same text apart from white space at its ends</td></tr>
 * <tr><td>{@code inputSchema}</td><td>the same JSON: the order of members, of
 * {@code required} and of {@code type}, the notation of numbers and
 * {@code $schema} do not matter</td></tr>
 * <tr><td>{@code outputSchema}</td><td>not declared, or the same JSON</td></tr>
 * <tr><td>each of the {@code annotations}</td><td>not declared, or the same value</td></tr>
 * </table>
 */
final class ToolDifferences {

    private static final int LIMIT = 5;

    private static final int NAME_LENGTH = 64;

    /** Keywords whose values have no order. */
    private static final Set<Object> SETS = Set.of("required", "type");

    private final List<String> paths = new ArrayList<>();

    private ToolDifferences() {}

    /** Returns the paths of the members that differ, at most five. */
    static List<String> of(Tool declared, Tool server) {
        ToolDifferences differences = new ToolDifferences();
        differences.text("title", declared.title(), server.title());
        differences.text("description", declared.description(), server.description());
        differences.schema("inputSchema", declared.inputSchema(), server.inputSchema());
        if (declared.outputSchema() != null) {
            differences.schema("outputSchema", declared.outputSchema(), server.outputSchema());
        }
        differences.annotations(declared.annotations(), server.annotations());
        return List.copyOf(differences.paths);
    }

    private void add(String path) {
        if (this.paths.size() < LIMIT) {
            this.paths.add(path);
        }
    }

    private void text(String path, @Nullable String declared, @Nullable String server) {
        if (declared != null && !declared.strip().equals((server != null) ? server.strip() : null)) {
            add(path);
        }
    }

    private void annotations(@Nullable ToolAnnotations declared, @Nullable ToolAnnotations server) {
        if (declared == null) {
            return;
        }
        ToolAnnotations other = (server != null) ? server : new ToolAnnotations(null, null, null, null, null, Map.of());
        text("annotations.title", declared.title(), other.title());
        hint("annotations.readOnlyHint", declared.readOnlyHint(), other.readOnlyHint());
        hint("annotations.destructiveHint", declared.destructiveHint(), other.destructiveHint());
        hint("annotations.idempotentHint", declared.idempotentHint(), other.idempotentHint());
        hint("annotations.openWorldHint", declared.openWorldHint(), other.openWorldHint());
    }

    private void hint(String path, @Nullable Boolean declared, @Nullable Boolean server) {
        if (declared != null && !declared.equals(server)) {
            add(path);
        }
    }

    private void schema(String path, JsonObject declared, @Nullable JsonObject server) {
        if (server == null) {
            add(path);
            return;
        }
        members(path, declared.asMap(), server.asMap(), Set.of("$schema"));
    }

    private void members(String path, Map<?, ?> declared, Map<?, ?> server, Set<String> ignored) {
        Set<Object> names = new LinkedHashSet<>(declared.keySet());
        names.addAll(server.keySet());
        for (Object name : names) {
            if (this.paths.size() == LIMIT) {
                return;
            }
            if (!ignored.contains(String.valueOf(name))) {
                String member = path + "." + SafeText.excerpt(String.valueOf(name), NAME_LENGTH);
                if (declared.containsKey(name) && server.containsKey(name)) {
                    values(member, name, declared.get(name), server.get(name));
                } else {
                    add(member);
                }
            }
        }
    }

    private void values(String path, Object name, @Nullable Object declared, @Nullable Object server) {
        if (declared instanceof Map<?, ?> object && server instanceof Map<?, ?> other) {
            members(path, object, other, Set.of());
        } else if (!isSame(name, declared, server)) {
            add(path);
        }
    }

    private static boolean isSame(Object name, @Nullable Object declared, @Nullable Object server) {
        if (declared instanceof List<?> list && server instanceof List<?> other) {
            return SETS.contains(name) ? new HashSet<>(list).equals(new HashSet<>(other)) : isSame(list, other);
        }
        if (declared instanceof Map<?, ?> object && server instanceof Map<?, ?> other) {
            ToolDifferences differences = new ToolDifferences();
            differences.members("", object, other, Set.of());
            return differences.paths.isEmpty();
        }
        return Objects.equals(declared, server)
                || declared instanceof Number number && server instanceof Number other && isSame(number, other);
    }

    private static boolean isSame(Number declared, Number server) {
        return Double.isFinite(declared.doubleValue())
                && Double.isFinite(server.doubleValue())
                && new BigDecimal(declared.toString()).compareTo(new BigDecimal(server.toString())) == 0;
    }

    private static boolean isSame(List<?> declared, List<?> server) {
        boolean isSame = declared.size() == server.size();
        for (int i = 0; isSame && i < declared.size(); i++) {
            isSame = isSame("", declared.get(i), server.get(i));
        }
        return isSame;
    }
}
