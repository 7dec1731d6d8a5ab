package io.mcpclient.internal.model;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import io.mcpclient.support.store.Digest;
import io.mcpclient.text.SafeText;

/**
 * Names of properties that models are given instead of those that a provider refuses. Anthropic takes 1 to 64 characters of
 * {@code A-Z a-z 0-9 _ . -}, and refuses the whole prompt otherwise: https://github.com/twilio-labs/mcp/issues/56. A name is the same
 * wherever it occurs in one schema, so it does not matter which alternative, definition or merged part declares a property; it does
 * not depend on the order of the properties. Immutable.
 *
 * <table>
 * <caption>names</caption>
 * <tr><th>property</th><th>name for models</th></tr>
 * <tr><td>1 to 64 of these characters</td><td>as sent</td></tr>
 * <tr><td>{@code $top}, {@code filter[status]}</td><td>{@code _top}, {@code filter_status_}: underscores for other characters, cut</td></tr>
 * <tr><td>one whose name another property would have, {@code a b} beside {@code a_b}</td><td>{@code a_b_0123abcd}: with a hash</td></tr>
 * <tr><td>one without letters and digits of ASCII, {@code 查询}</td><td>{@code ___0123abcd}</td></tr>
 * </table>
 *
 * <table>
 * <caption>keywords</caption>
 * <tr><th>keyword</th><th>change</th></tr>
 * <tr><td>{@code properties}, {@code dependentSchemas}, {@code dependencies}</td><td>the names of their members</td></tr>
 * <tr><td>{@code required}, {@code dependentRequired}</td><td>all names</td></tr>
 * <tr><td>{@code propertyNames} beside a property with another name</td><td>also permits that name</td></tr>
 * <tr><td>{@code description} of a property with another name</td><td>gets the original name, for the model to understand what
 * the server says; not beside a reference</td></tr>
 * <tr><td>the patterns of {@code patternProperties}; values in {@code default}, {@code enum} and others</td><td>none: original names are
 * arguments too, see {@link OriginalNames}</td></tr>
 * </table>
 */
final class PropertyNames {

    /** No names are changed. */
    static final PropertyNames UNCHANGED = new PropertyNames(Map.of());

    private static final int MAX_LENGTH = 64;

    /** Hexadecimal digits. */
    private static final int HASH_LENGTH = 8;

    private static final int MAX_DESCRIBED = 200;

    private static final Pattern ILLEGAL = Pattern.compile("[^a-zA-Z0-9_.-]");

    private static final Pattern WORD = Pattern.compile("[a-zA-Z0-9]");

    private final Map<String, String> forModels;

    PropertyNames(Map<String, String> forModels) {
        this.forModels = forModels;
    }

    /** Chooses the names for a schema whose values are of the kinds of their keywords. */
    static PropertyNames of(Map<String, ?> schema) {
        Set<String> all = new TreeSet<>();
        collect(schema, all);
        List<String> refused = all.stream().filter(name -> !isLegal(name)).toList();
        return refused.isEmpty() ? UNCHANGED : new PropertyNames(chosen(all, refused));
    }

    private static void collect(@Nullable Object schema, Set<String> names) {
        Nodes.object(schema).forEach((keyword, value) -> {
            if (keyword.equals("properties")) {
                names.addAll(Nodes.object(value).keySet());
            }
            SubSchemas.forEach(keyword, value, each -> collect(each, names));
        });
    }

    private static Map<String, String> chosen(Set<String> all, List<String> refused) {
        Map<String, Integer> count = new HashMap<>();
        all.forEach(name -> count.merge(safe(name), 1, Integer::sum));
        Map<String, String> chosen = new HashMap<>();
        Set<String> used = new HashSet<>(all);
        for (String name : refused) {
            String safe = safe(name);
            if (count.getOrDefault(safe, 0) == 1 && WORD.matcher(safe).find()) {
                chosen.put(name, safe);
                used.add(safe);
            }
        }
        for (String name : refused) {
            for (String text = name; !chosen.containsKey(name); text += '\0') {
                String hashed = hashed(safe(name), text);
                if (used.add(hashed)) {
                    chosen.put(name, hashed);
                }
            }
        }
        return Map.copyOf(chosen);
    }

    private static boolean isLegal(String name) {
        return name.equals(safe(name));
    }

    private static String safe(String name) {
        String cut = name.substring(0, Math.min(name.length(), MAX_LENGTH));
        return name.isEmpty() ? "_" : ILLEGAL.matcher(cut).replaceAll("_");
    }

    private static String hashed(String safe, String text) {
        String start = safe.substring(0, Math.min(safe.length(), MAX_LENGTH - HASH_LENGTH - 1));
        return start + "_" + Digest.of(text.getBytes(StandardCharsets.UTF_8)).substring(0, HASH_LENGTH);
    }

    boolean isEmpty() {
        return this.forModels.isEmpty();
    }

    /** Returns the name of a property for models, the same one if it is not changed. */
    String of(String name) {
        return this.forModels.getOrDefault(name, name);
    }

    /** Returns the original names by those for models, only of the changed ones. */
    Map<String, String> originals() {
        Map<String, String> originals = new HashMap<>();
        this.forModels.forEach((original, name) -> originals.put(name, original));
        return originals;
    }

    /** Returns a copy of a schema with the names for models. */
    Map<String, @Nullable Object> in(Map<String, ?> schema) {
        Map<String, @Nullable Object> node = new LinkedHashMap<>();
        schema.forEach((keyword, value) -> node.put(keyword, member(keyword, value)));
        List<String> added = Nodes.object(schema.get("properties")).keySet().stream()
                .filter(this.forModels::containsKey)
                .map(this::of)
                .toList();
        if (!added.isEmpty() && node.containsKey("propertyNames")) {
            node.put(
                    "propertyNames",
                    Nodes.of("anyOf", List.of(Nodes.nonNull(node.get("propertyNames")), Nodes.of("enum", added))));
        }
        return node;
    }

    private @Nullable Object member(String keyword, @Nullable Object value) {
        ProviderRules.Rule rule = ProviderRules.of(keyword);
        if (rule == null) {
            return value;
        }
        return switch (rule.kind()) {
            case SCHEMA, SCHEMA_OR_FLAG -> schema(value);
            case ITEMS, SCHEMA_LIST -> (value instanceof List<?> list) ? list(list) : schema(value);
            case NAMES -> names(value);
            case NAMES_BY_NAME -> byName(value);
            case SCHEMAS_BY_NAME ->
                switch (keyword) {
                    case "properties" -> properties(value);
                    case "dependentSchemas", "dependencies" -> byName(value);
                    default -> {
                        Map<String, @Nullable Object> schemas = new LinkedHashMap<>();
                        Nodes.object(value).forEach((name, each) -> schemas.put(name, schema(each)));
                        yield schemas;
                    }
                };
            default -> value;
        };
    }

    private @Nullable Object schema(@Nullable Object value) {
        return (value instanceof Map<?, ?>) ? in(Nodes.object(value)) : value;
    }

    private List<@Nullable Object> list(List<?> schemas) {
        List<@Nullable Object> list = new ArrayList<>();
        schemas.forEach(each -> list.add(schema(each)));
        return list;
    }

    private @Nullable Object names(@Nullable Object value) {
        return (value instanceof List<?> names)
                ? names.stream().map(name -> of(String.valueOf(name))).toList()
                : value;
    }

    /** The members are names or schemas. */
    private Map<String, @Nullable Object> byName(@Nullable Object value) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        Nodes.object(value)
                .forEach((name, each) -> members.put(of(name), (each instanceof List<?>) ? names(each) : schema(each)));
        return members;
    }

    private Map<String, @Nullable Object> properties(@Nullable Object value) {
        Map<String, @Nullable Object> properties = new LinkedHashMap<>();
        Nodes.object(value).forEach((name, each) -> {
            Object schema = schema(each);
            if (this.forModels.containsKey(name) && schema instanceof Map<?, ?>) {
                describe(Nodes.object(schema), name);
            }
            properties.put(of(name), schema);
        });
        return properties;
    }

    /** Alternatives without anything beside them remain so. */
    private static void describe(Map<String, @Nullable Object> schema, String name) {
        List<?> alternatives = Nodes.list(schema.get("anyOf"));
        if (schema.size() == 1 && !alternatives.isEmpty() && alternatives.get(0) instanceof Map<?, ?> first) {
            describe(Nodes.object(first), name);
        } else if (!schema.containsKey("$ref") && !schema.containsKey("anyOf")) {
            String original = "original name: " + SafeText.excerpt(name, MAX_DESCRIBED);
            schema.put(
                    "description",
                    (schema.get("description") instanceof String text && !text.isBlank())
                            ? text + " (" + original + ")"
                            : original);
        }
    }
}
