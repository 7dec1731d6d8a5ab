package io.mcpclient.internal.model;

import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Keywords under which a wider schema permits less: what is not to be valid, conditions, exclusive alternatives and counted items.
 * Where a schema under one of them became wider, the keyword is weakened.
 */
final class Contrary {

    private static final Set<String> KEYWORDS = Set.of("not", "if", "oneOf", "contains");

    private Contrary() {}

    static boolean is(String keyword) {
        return KEYWORDS.contains(keyword);
    }

    /**
     * Weakens a keyword of a schema.
     * @param node the schema, changed
     * @param keyword one of these keywords
     */
    static void weaken(Map<String, @Nullable Object> node, String keyword) {
        switch (keyword) {
            case "oneOf" -> {
                Object alternatives = node.remove("oneOf");
                if (alternatives != null) {
                    node.putIfAbsent("anyOf", alternatives);
                }
            }
            case "contains" -> node.remove("maxContains");
            case "if" -> List.of("if", "then", "else").forEach(node::remove);
            default -> node.remove(keyword);
        }
    }

    /**
     * Weakens the keywords with references, because a definition became wider.
     * @param schema a schema, changed
     */
    static void weakenReferences(@Nullable Object schema) {
        if (!(schema instanceof Map<?, ?>)) {
            return;
        }
        Map<String, @Nullable Object> node = Nodes.object(schema);
        for (String keyword : KEYWORDS) {
            boolean[] hasReference = new boolean[1];
            SubSchemas.forEach(keyword, node.get(keyword), each -> hasReference[0] |= hasReference(each));
            if (hasReference[0]) {
                weaken(node, keyword);
            }
        }
        node.forEach((keyword, value) -> SubSchemas.forEach(keyword, value, Contrary::weakenReferences));
    }

    private static boolean hasReference(@Nullable Object schema) {
        boolean[] found = {schema instanceof Map<?, ?> map && map.containsKey("$ref")};
        Nodes.object(schema)
                .forEach(
                        (keyword, value) -> SubSchemas.forEach(keyword, value, each -> found[0] |= hasReference(each)));
        return found[0];
    }
}
