package io.mcpclient.internal.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.jspecify.annotations.Nullable;

/** Schemas and values at random, with few names and small values, so that many values are valid. */
final class RandomSchemas {

    private static final List<String> NAMES = List.of("a", "b", "c");

    private static final List<String> TYPES =
            List.of("string", "integer", "number", "boolean", "object", "array", "null");

    private static final List<String> KEYWORDS =
            ProviderRules.all().keySet().stream().sorted().toList();

    private final Random random;

    private final boolean isOld;

    RandomSchemas(long seed) {
        this.random = new Random(seed);
        this.isOld = this.random.nextInt(3) == 0;
    }

    /** Returns the schema of an object with definitions, some in draft-07. */
    Map<String, Object> root() {
        Map<String, Object> root = object(3);
        if (this.isOld) {
            root.put("$schema", "http://json-schema.org/draft-07/schema#");
        }
        switch (this.random.nextInt(6)) {
            case 0 -> root.put(pick(List.of("anyOf", "oneOf")), List.of(closed(), closed(), closed()));
            case 1 ->
                root.put("anyOf", List.of(Map.of("required", List.of("a")), Map.of("required", List.of("b", "c"))));
            case 2 -> root.put("allOf", List.of(object(2), Map.of("properties", Map.of(pick(NAMES), schema(1)))));
            case 3 -> root.put("$ref", "#/" + definitions() + "/o");
            default -> {
                // without alternatives
            }
        }
        Map<String, Object> definitions = new LinkedHashMap<>();
        definitions.put("o", object(2));
        definitions.put("s", schema(2));
        definitions.put("t", schema(1));
        root.put(definitions(), definitions);
        return root;
    }

    private String definitions() {
        return this.isOld ? "definitions" : "$defs";
    }

    /** An object that permits its own properties alone. */
    private Map<String, Object> closed() {
        Map<String, Object> closed = new LinkedHashMap<>();
        closed.put("type", "object");
        closed.put("properties", properties(1));
        closed.put("required", names());
        closed.put("additionalProperties", false);
        return closed;
    }

    private Object schema(int depth) {
        if (this.random.nextInt(12) == 0) {
            return this.random.nextBoolean();
        }
        Map<String, Object> schema =
                switch (this.random.nextInt((depth > 0) ? 11 : 5)) {
                    case 0 -> scalar(pick(TYPES));
                    case 1 ->
                        scalar(List.of(pick(TYPES), "null").stream().distinct().toList());
                    case 2 ->
                        with(
                                "enum",
                                List.of(value(0), value(0), value(0)).stream()
                                        .distinct()
                                        .toList());
                    case 3 -> with("const", value(1));
                    case 4 -> new LinkedHashMap<>();
                    case 5, 6 -> object(depth - 1);
                    case 7 -> array(depth - 1);
                    case 8 ->
                        with(
                                pick(List.of("anyOf", "oneOf", "allOf")),
                                List.of(schema(depth - 1), schema(depth - 1), schema(0)));
                    case 9 ->
                        with("$ref", pick(List.of("#/" + definitions() + "/s", "#/" + definitions() + "/t", "#")));
                    default -> conditional(depth - 1);
                };
        if (this.random.nextInt(6) == 0) {
            schema.put("description", "text");
        }
        if (this.random.nextInt(8) == 0) {
            schema.putIfAbsent("anyOf", List.of(schema(0), schema(0)));
        }
        return schema;
    }

    private Map<String, Object> conditional(int depth) {
        Map<String, Object> schema = new LinkedHashMap<>();
        if (this.random.nextBoolean()) {
            schema.put("not", schema(depth));
        } else {
            schema.put("if", schema(depth));
            schema.put("then", schema(depth));
            schema.put("else", schema(depth));
        }
        return schema;
    }

    private Map<String, Object> scalar(Object type) {
        Map<String, Object> schema = with("type", type);
        switch (this.random.nextInt(8)) {
            case 0 -> schema.put("minimum", this.random.nextInt(3));
            case 1 -> schema.put("exclusiveMinimum", this.random.nextInt(3));
            case 2 -> schema.put("maxLength", this.random.nextInt(3));
            case 3 -> schema.put("pattern", pick(List.of("^a", "a(?!b)", "\\p{L}")));
            case 4 -> schema.put("enum", List.of("a", 1, "b"));
            case 5 -> schema.put("multipleOf", 2);
            default -> {
                // the type alone
            }
        }
        return schema;
    }

    private Map<String, Object> object(int depth) {
        Map<String, Object> schema = new LinkedHashMap<>();
        if (this.random.nextInt(4) > 0) {
            schema.put("type", "object");
        }
        if (this.random.nextInt(5) > 0) {
            schema.put("properties", properties(depth));
        }
        if (this.random.nextInt(3) == 0) {
            schema.put("required", names());
        }
        switch (this.random.nextInt(10)) {
            case 0, 1 -> schema.put("additionalProperties", false);
            case 2 -> schema.put("additionalProperties", schema(0));
            case 3 -> schema.put("patternProperties", Map.of(pick(List.of("^a$", "b(?=$)")), schema(0)));
            case 4 -> schema.put("propertyNames", Map.of("enum", List.of("a", "b", "d")));
            case 5 -> schema.put("maxProperties", 2);
            case 6 -> schema.put("unevaluatedProperties", false);
            case 7 -> schema.put("dependentRequired", Map.of(pick(NAMES), names()));
            case 8 -> schema.put("dependentSchemas", Map.of(pick(NAMES), schema(0)));
            default -> {
                // open
            }
        }
        return schema;
    }

    private Map<String, Object> array(int depth) {
        Map<String, Object> schema = with("type", "array");
        List<Object> tuple = List.of(schema(depth), schema(0));
        switch (this.random.nextInt(5)) {
            case 0 -> schema.put("items", schema(depth));
            case 1 -> {
                schema.put(this.isOld ? "items" : "prefixItems", tuple);
                if (this.random.nextBoolean()) {
                    schema.put(this.isOld ? "additionalItems" : "items", this.random.nextBoolean() ? false : schema(0));
                }
            }
            case 2 -> {
                schema.put("contains", schema(0));
                schema.put(pick(List.of("minContains", "maxContains", "minItems")), this.random.nextInt(2));
            }
            case 3 -> schema.put("maxItems", 2);
            default -> {
                // of anything
            }
        }
        return schema;
    }

    private Map<String, Object> properties(int depth) {
        Map<String, Object> properties = new LinkedHashMap<>();
        NAMES.stream().filter(name -> this.random.nextInt(3) > 0).forEach(name -> properties.put(name, schema(depth)));
        return properties;
    }

    private List<String> names() {
        return NAMES.stream().filter(name -> this.random.nextInt(3) == 0).toList();
    }

    private static Map<String, Object> with(String keyword, Object value) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put(keyword, value);
        return schema;
    }

    /** Returns a copy with values of any kind in some places, and with keywords in the place of others. */
    @Nullable
    Object damaged(@Nullable Object value) {
        if (this.random.nextInt(12) == 0) {
            return pick(Arrays.asList(
                    null, List.of(), Map.of(), "", "x", 7, -1, 0.5, true, false, List.of(List.of()), schema(1)));
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> copy = new LinkedHashMap<>();
            map.forEach((name, member) ->
                    copy.put((this.random.nextInt(20) == 0) ? pick(KEYWORDS) : String.valueOf(name), damaged(member)));
            return copy;
        }
        if (value instanceof List<?> list) {
            List<Object> copy = new ArrayList<>();
            list.forEach(element -> copy.add(damaged(element)));
            return copy;
        }
        return value;
    }

    /** Returns arguments: an object. */
    Map<String, Object> arguments() {
        Map<String, Object> arguments = new LinkedHashMap<>();
        for (String name : List.of("a", "b", "c", "d")) {
            if (this.random.nextInt(5) < (name.equals("d") ? 1 : 3)) {
                arguments.put(name, value(2));
            }
        }
        return arguments;
    }

    private @Nullable Object value(int depth) {
        return switch (this.random.nextInt((depth > 0) ? 9 : 6)) {
            case 0 -> pick(Arrays.asList("a", "b", "", "abc"));
            case 1, 2 -> this.random.nextInt(4);
            case 3 -> this.random.nextInt(4) / 2.0;
            case 4 -> this.random.nextBoolean();
            case 5 -> (depth > 0) ? null : "a";
            case 6 -> {
                List<Object> list = new ArrayList<>();
                for (int i = this.random.nextInt(4); i > 0; i--) {
                    list.add(value(depth - 1));
                }
                yield list;
            }
            default -> {
                Map<String, Object> object = new LinkedHashMap<>();
                NAMES.stream()
                        .filter(name -> this.random.nextBoolean())
                        .forEach(name -> object.put(name, value(depth - 1)));
                yield object;
            }
        };
    }

    private <T> T pick(List<T> from) {
        return from.get(this.random.nextInt(from.size()));
    }
}
