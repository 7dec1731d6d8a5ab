package io.mcpclient.testkit;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * The rules of JSON Schema 2020-12 for keywords, violations in the words of the Python library jsonschema, which OpenAI quotes:
 * https://github.com/openai-php/client/issues/262, https://github.com/coaidev/coai/issues/110,
 * https://github.com/FoundationAgents/OpenManus/issues/1162, https://github.com/griptape-ai/griptape/issues/2150,
 * https://github.com/BerriAI/litellm/pull/40485.
 */
final class MetaSchemaCheck {

    private static final Set<String> TYPES =
            Set.of("array", "boolean", "integer", "null", "number", "object", "string");

    private static final Set<String> TEXTS = Set.of("$schema", "$ref", "title", "description", "$comment", "format");

    private static final Set<String> NUMBERS =
            Set.of("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf");

    private static final Set<String> COUNTS = Set.of(
            "minLength",
            "maxLength",
            "minItems",
            "maxItems",
            "minProperties",
            "maxProperties",
            "minContains",
            "maxContains");

    private static final Set<String> FLAGS = Set.of("uniqueItems", "deprecated", "readOnly", "writeOnly");

    private final List<String> problems = new ArrayList<>();

    private MetaSchemaCheck() {}

    static List<String> problems(Map<String, Object> schema) {
        MetaSchemaCheck check = new MetaSchemaCheck();
        SchemaNodes.all(schema).forEach(check::node);
        return check.problems;
    }

    private void node(SchemaNodes.Node node) {
        if (!(node.schema() instanceof Map<?, ?>) && !(node.schema() instanceof Boolean)) {
            this.problems.add(text(node.schema()) + " is not of type 'object', 'boolean'");
        }
        node.members().forEach((keyword, value) -> keyword(String.valueOf(keyword), value));
    }

    private void keyword(String keyword, @Nullable Object value) {
        if (SchemaNodes.SCHEMAS_BY_NAME.contains(keyword) || keyword.equals("dependentRequired")) {
            expect(value instanceof Map<?, ?>, value, "object");
        } else if (SchemaNodes.SCHEMA_LISTS.contains(keyword)) {
            expect(value instanceof List<?>, value, "array");
            if (List.of().equals(value)) {
                this.problems.add("[] should be non-empty");
            }
        } else if (TEXTS.contains(keyword)) {
            expect(value instanceof String, value, "string");
        } else if (NUMBERS.contains(keyword)) {
            expect(value instanceof Number, value, "number");
        } else if (COUNTS.contains(keyword)) {
            expect(value instanceof Number number && number.doubleValue() % 1 == 0, value, "integer");
        } else if (FLAGS.contains(keyword)) {
            expect(value instanceof Boolean, value, "boolean");
        } else {
            special(keyword, value);
        }
        if (keyword.equals("patternProperties") && value instanceof Map<?, ?> named) {
            named.keySet().forEach(name -> regex(String.valueOf(name)));
        }
    }

    private void special(String keyword, @Nullable Object value) {
        switch (keyword) {
            case "type" -> type(value);
            case "required" -> required(value);
            case "enum", "examples" -> expect(value instanceof List<?>, value, "array");
            case "pattern" -> {
                expect(value instanceof String, value, "string");
                regex(String.valueOf(value));
            }
            case "$id" -> {
                if (!isUri(String.valueOf(value))) {
                    this.problems.add(text(value) + " is not a 'uri-reference'");
                }
            }
            default -> {
                // not a keyword with a rule
            }
        }
    }

    private void type(@Nullable Object value) {
        List<?> types = (value instanceof List<?> list) ? list : (value == null) ? List.of() : List.of(value);
        if (types.isEmpty() || !TYPES.containsAll(types) || new HashSet<>(types).size() < types.size()) {
            this.problems.add(text(value) + " is not valid under any of the given schemas");
        }
    }

    private void required(@Nullable Object value) {
        expect(value instanceof List<?>, value, "array");
        if (value instanceof List<?> names) {
            names.forEach(name -> expect(name instanceof String, name, "string"));
            if (new HashSet<>(names).size() < names.size()) {
                this.problems.add(text(value) + " has non-unique elements");
            }
        }
    }

    /** Python has no property escapes and writes named groups in another way: https://github.com/pleaseai/shunt/pull/488. */
    private void regex(String pattern) {
        if (pattern.matches("(?s).*(\\\\[pPk]|\\(\\?<[A-Za-z]|\\\\u\\{).*")) {
            this.problems.add(text(pattern) + " is not a 'regex'");
        }
    }

    private static boolean isUri(String text) {
        try {
            return URI.create(text).toString().equals(text);
        } catch (IllegalArgumentException ex) {
            return false;
        }
    }

    private void expect(boolean isRight, @Nullable Object value, String type) {
        if (!isRight) {
            this.problems.add(text(value) + " is not of type '" + type + "'");
        }
    }

    /** Returns a value as Python writes it. */
    static String text(@Nullable Object value) {
        if (value == null) {
            return "None";
        }
        if (value instanceof Boolean flag) {
            return flag ? "True" : "False";
        }
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(entry -> text(entry.getKey()) + ": " + text(entry.getValue()))
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        if (value instanceof List<?> list) {
            return list.stream().map(MetaSchemaCheck::text).collect(Collectors.joining(", ", "[", "]"));
        }
        return (value instanceof Number) ? value.toString() : "'" + value + "'";
    }
}
