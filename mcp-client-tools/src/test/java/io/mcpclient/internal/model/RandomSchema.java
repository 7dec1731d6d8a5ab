package io.mcpclient.internal.model;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Random schemas with the keywords that conversions know, and values as models write them for such schemas. */
final class RandomSchema {

    private static final List<String> TYPES =
            List.of("string", "integer", "number", "boolean", "null", "array", "object");

    private static final List<@Nullable Object> WRITTEN = Arrays.asList(
            "1",
            "-2.5",
            "true",
            "null",
            "[1,\"2\"]",
            "{\"p0\":\"1\"}",
            "x",
            "",
            1,
            new BigDecimal("2.5"),
            true,
            null,
            List.of("1", "true"),
            Map.of("p1", "1", "p2", true),
            List.of(Map.of("p0", 5)),
            "5.0");

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private RandomSchema() {}

    static Map<String, Object> object(Random random, int depth) {
        Map<String, Object> properties = new LinkedHashMap<>();
        for (int i = 0; i < 5; i++) {
            properties.put("p" + i, schema(random, depth + 1));
        }
        Map<String, Object> schema = new LinkedHashMap<>(Map.of("type", "object", "properties", properties));
        if (random.nextInt(4) == 0) {
            schema.put("required", List.of("p0"));
        }
        if (random.nextInt(4) == 0) {
            schema.put("additionalProperties", schema(random, depth + 1));
        }
        if (random.nextInt(4) == 0) {
            schema.put("patternProperties", Map.of("^[a-m]", schema(random, depth + 1)));
        }
        return schema;
    }

    /** Returns a value that is probably valid. */
    static @Nullable Object instance(Random random, @Nullable Object schema, int depth) {
        if (!(schema instanceof Map<?, ?> keywords) || depth > 8) {
            return written(random);
        }
        if (keywords.get("enum") instanceof List<?> values) {
            return values.get(random.nextInt(values.size()));
        }
        if (keywords.containsKey("const")) {
            return keywords.get("const");
        }
        if (keywords.get("anyOf") instanceof List<?> branches) {
            return instance(random, branches.get(random.nextInt(branches.size())), depth + 1);
        }
        if (keywords.get("allOf") instanceof List<?> branches) {
            return instance(random, branches.get(0), depth + 1);
        }
        Object type = keywords.get("type");
        return switch (String.valueOf(
                (type instanceof List<?> types) ? types.get(random.nextInt(types.size())) : type)) {
            case "string" -> String.valueOf(written(random));
            case "integer", "number" -> random.nextInt(100);
            case "boolean" -> random.nextBoolean();
            case "null" -> null;
            case "array" -> Arrays.asList(instance(random, keywords.get("items"), depth + 1));
            case "object" -> members(random, keywords, depth);
            default -> written(random);
        };
    }

    private static Map<String, Object> members(Random random, Map<?, ?> keywords, int depth) {
        Map<String, Object> members = new LinkedHashMap<>();
        if (keywords.get("properties") instanceof Map<?, ?> properties) {
            properties.forEach((name, property) -> {
                if (random.nextBoolean() || name.equals("p0")) {
                    members.put((String) name, instance(random, property, depth + 1));
                }
            });
        }
        return members;
    }

    static Object schema(Random random, int depth) {
        int kind = random.nextInt((depth > 3) ? 6 : 11);
        return switch (kind) {
            case 0 -> random.nextInt(5) == 0 ? (Object) true : Map.of();
            case 1 -> Map.of("enum", Arrays.asList(written(random), written(random), 1, "x"));
            case 2 -> Map.of("const", random.nextInt(3));
            case 3 -> Map.of("type", List.of(type(random), type(random)));
            case 4, 5 -> Map.of("type", type(random));
            case 6 -> Map.of("anyOf", branches(random, depth));
            case 7 -> Map.of("allOf", branches(random, depth));
            case 8 -> Map.of("type", "array", "items", schema(random, depth + 1));
            case 9 -> Map.of("$ref", "#");
            default -> object(random, depth + 1);
        };
    }

    private static String type(Random random) {
        return TYPES.get(random.nextInt(TYPES.size()));
    }

    private static List<Object> branches(Random random, int depth) {
        List<Object> branches = new ArrayList<>();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            branches.add(schema(random, depth + 1));
        }
        return branches;
    }

    static @Nullable Object written(Random random) {
        return WRITTEN.get(random.nextInt(WRITTEN.size()));
    }

    /**
     * A schema with one type for each value.
     *
     * @param value a value that is valid
     * @param written the same with some values written as other types
     */
    record Sample(Map<String, Object> schema, Object value, Object written) {}

    static Sample sample(Random random, int depth) {
        return switch (random.nextInt((depth > 3) ? 4 : 6)) {
            case 0 -> scalar(random, "integer", random.nextInt());
            case 1 -> scalar(random, "number", new BigDecimal(random.nextInt(1_000)).movePointLeft(random.nextInt(4)));
            case 2 -> scalar(random, "boolean", random.nextBoolean());
            case 3 -> text(random);
            case 4 -> array(random, depth);
            default -> sampleObject(random, depth);
        };
    }

    private static Sample scalar(Random random, String type, Object value) {
        return new Sample(Map.of("type", type), value, random.nextBoolean() ? value.toString() : value);
    }

    private static Sample text(Random random) {
        Map<String, Object> schema = Map.of("type", "string");
        if (random.nextInt(3) > 0) {
            String text = String.valueOf(written(random));
            return new Sample(schema, text, text);
        }
        Object scalar = random.nextBoolean() ? (Object) random.nextInt() : random.nextBoolean();
        return new Sample(schema, scalar.toString(), scalar);
    }

    private static Sample array(Random random, int depth) {
        Sample element = sample(random, depth + 1);
        List<Object> schema = List.of(element.schema());
        return new Sample(
                Map.of("type", "array", "prefixItems", schema),
                List.of(element.value()),
                encoded(random, List.of(element.written())));
    }

    static Sample sampleObject(Random random, int depth) {
        Map<String, Object> properties = new LinkedHashMap<>();
        Map<String, Object> value = new LinkedHashMap<>();
        Map<String, Object> written = new LinkedHashMap<>();
        for (int i = 0; i < 3; i++) {
            Sample property = sample(random, depth + 1);
            properties.put("p" + i, property.schema());
            value.put("p" + i, property.value());
            written.put("p" + i, property.written());
        }
        return new Sample(
                Map.of("type", "object", "properties", properties),
                value,
                (depth == 0) ? written : encoded(random, written));
    }

    private static Object encoded(Random random, Object container) {
        return random.nextBoolean() ? MAPPER.writeValueAsString(container) : container;
    }
}
