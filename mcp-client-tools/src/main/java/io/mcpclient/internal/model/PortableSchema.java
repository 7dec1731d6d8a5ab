package io.mcpclient.internal.model;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.model.ProviderRules.Kind;
import io.mcpclient.internal.model.ProviderRules.Use;

/**
 * Writes a schema in JSON Schema 2020-12, the dialect of a schema without {@code $schema}, with an object at the root and values of
 * the right kinds. References lead to {@code $defs} of the root or to the root itself.
 */
final class PortableSchema {

    /** Schemas below are anything. */
    private static final int MAX_DEPTH = 64;

    /** Subschemas of one schema, definitions included; more of them are anything. */
    private static final int MAX_NODES = 20_000;

    private static final Set<String> REFERENCES = Set.of("$ref", "$dynamicRef", "$recursiveRef");

    private static final Set<String> BESIDE_OLD_REFERENCES = Set.of(
            "$ref", "title", "description", "default", "examples", "$comment", "readOnly", "writeOnly", "deprecated");

    /** Keywords that dialects up to draft-07 do not have. */
    private static final Set<String> SINCE_2019 = Set.of(
            "unevaluatedProperties",
            "unevaluatedItems",
            "dependentRequired",
            "dependentSchemas",
            "minContains",
            "maxContains",
            "prefixItems");

    private final Definitions definitions;

    /** Whether the dialect is draft-07 or older: it ignores newer keywords, and what is beside a reference. */
    private final boolean isOld;

    private int nodes;

    /** How often a schema became wider. */
    private int losses;

    private PortableSchema(Map<String, Object> asSent) {
        this.definitions = new Definitions(asSent);
        this.isOld = asSent.get("$schema") instanceof String dialect && dialect.matches("(?s).*draft-0[3467].*");
    }

    static Map<String, @Nullable Object> of(Map<String, Object> asSent) {
        return new PortableSchema(asSent).whole(asSent);
    }

    private Map<String, @Nullable Object> whole(Map<String, Object> asSent) {
        Map<String, @Nullable Object> root = Nodes.object(schema(asSent, LocalReferences.ROOT, 0));
        Map<String, @Nullable Object> defined = new LinkedHashMap<>();
        for (var next = this.definitions.next(); next != null; next = this.definitions.next()) {
            LocalReferences.Target target = next.target();
            defined.put(next.name(), schema(target.schema(), target.base(), 0));
        }
        if (this.losses > 0 || PortableRoot.isWidened(root)) {
            Contrary.weakenReferences(root);
            defined.values().forEach(Contrary::weakenReferences);
        }
        return PortableRoot.of(root, defined);
    }

    private Object schema(@Nullable Object schema, URI base, int depth) {
        if (schema instanceof Boolean isAnything) {
            return isAnything ? new LinkedHashMap<String, @Nullable Object>() : Boolean.FALSE;
        }
        boolean isObject = schema instanceof Map<?, ?> && depth < MAX_DEPTH && ++this.nodes <= MAX_NODES;
        if (isObject) {
            return object(Nodes.object(schema), base, depth);
        }
        this.losses++;
        return new LinkedHashMap<String, @Nullable Object>();
    }

    private Map<String, @Nullable Object> object(Map<String, @Nullable Object> schema, URI outer, int depth) {
        URI base = this.definitions.references().base(schema, outer);
        boolean isReferenceAlone = this.isOld && schema.get("$ref") instanceof String;
        Map<String, @Nullable Object> node = new LinkedHashMap<>();
        List<String> weak = new ArrayList<>();
        schema.forEach((keyword, value) -> {
            boolean isIgnored = isReferenceAlone && !BESIDE_OLD_REFERENCES.contains(keyword)
                    || this.isOld && SINCE_2019.contains(keyword);
            if (!isIgnored) {
                int before = this.losses;
                member(node, keyword, value, base, depth);
                if (this.losses > before && Contrary.is(keyword)) {
                    weak.add(keyword);
                }
            }
        });
        if (schema.get("items") instanceof List<?> tuple && !tuple.isEmpty()) {
            Object rest = schema.get("additionalItems");
            node.put("items", (rest != null) ? schema(rest, base, depth + 1) : Map.of());
        }
        weak.forEach(keyword -> Contrary.weaken(node, keyword));
        this.losses += NodeRepairs.repair(node, schema);
        return node;
    }

    private void member(
            Map<String, @Nullable Object> node, String keyword, @Nullable Object value, URI base, int depth) {
        ProviderRules.Rule rule = ProviderRules.of(keyword);
        if (rule == null) {
            node.put(keyword, value);
        } else if (REFERENCES.contains(keyword)) {
            reference(node, value, base);
        } else if (rule.portable() == Use.KEPT && !keyword.equals("$defs")) {
            Object repaired = repaired(rule, value, base, depth);
            if (keyword.equals("items") && repaired instanceof List<?> tuple) {
                node.putIfAbsent("prefixItems", tuple);
            } else if (repaired != null || rule.kind() == Kind.DATA) {
                node.put(keyword, repaired);
            } else {
                this.losses++;
            }
        }
    }

    private @Nullable Object repaired(ProviderRules.Rule rule, @Nullable Object value, URI base, int depth) {
        boolean isSchema = value instanceof Map<?, ?> || value instanceof Boolean;
        return switch (rule.kind()) {
            case SCHEMA -> (isSchema || !Contrary.is(rule.keyword())) ? schema(value, base, depth + 1) : null;
            case SCHEMA_OR_FLAG -> (value == null || value instanceof Boolean) ? value : schema(value, base, depth + 1);
            case ITEMS ->
                (value instanceof List<?> list && !list.isEmpty())
                        ? schemas(list, base, depth)
                        : schema(value, base, depth + 1);
            case SCHEMA_LIST -> (value instanceof List<?> list && !list.isEmpty()) ? schemas(list, base, depth) : null;
            case SCHEMAS_BY_NAME -> schemasByName(rule.keyword(), value, base, depth);
            case NAMES_BY_NAME -> namesByName(value);
            default -> scalar(rule.kind(), value);
        };
    }

    private @Nullable Object scalar(Kind kind, @Nullable Object value) {
        Object repaired = KeywordValues.repaired(kind, value);
        if (repaired != null && !repaired.equals(value)) {
            this.losses++;
        }
        return repaired;
    }

    private List<Object> schemas(List<?> list, URI base, int depth) {
        List<Object> schemas = new ArrayList<>();
        list.forEach(each -> schemas.add(schema(each, base, depth + 1)));
        return schemas;
    }

    private @Nullable Object schemasByName(String keyword, @Nullable Object value, URI base, int depth) {
        Map<String, @Nullable Object> schemas = new LinkedHashMap<>();
        for (Map.Entry<String, @Nullable Object> each : Nodes.object(value).entrySet()) {
            if (keyword.equals("patternProperties") && !KeywordValues.isPortable(each.getKey())) {
                return null;
            }
            boolean isList = keyword.equals("dependencies") && each.getValue() instanceof List<?>;
            schemas.put(each.getKey(), isList ? each.getValue() : schema(each.getValue(), base, depth + 1));
        }
        return schemas;
    }

    private static Map<String, @Nullable Object> namesByName(@Nullable Object value) {
        Map<String, @Nullable Object> names = new LinkedHashMap<>();
        Nodes.object(value).forEach((name, each) -> {
            Object repaired = KeywordValues.repaired(Kind.NAMES, each);
            if (repaired != null) {
                names.put(name, repaired);
            }
        });
        return names;
    }

    private void reference(Map<String, @Nullable Object> node, @Nullable Object value, URI base) {
        String reference = (value instanceof String text) ? this.definitions.reference(text, base) : null;
        if (reference != null) {
            node.put("$ref", reference);
        } else {
            this.losses++;
        }
    }
}
