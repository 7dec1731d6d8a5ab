package io.mcpclient.internal.validation;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * A schema that consists of common keywords, which accepts most valid values at a fraction of the library's cost. It accepts only
 * values that are valid in every dialect: whatever is invalid, or in doubt, is left to the library. The work of a check is limited, so
 * that it may run where messages are read. Immutable and thread-safe.
 */
final class CommonSchema {

    /** Subschemas that one check applies, which takes milliseconds. */
    private static final int MAX_STEPS = 50_000;

    private static final int MAX_DEPTH = 200;

    /** Integers that a double represents exactly. */
    private static final double MAX_EXACT = 1L << 53;

    /** Keywords that assert nothing. */
    private static final Set<String> ANNOTATIONS = Set.of(
            "$schema",
            "$comment",
            "$defs",
            "definitions",
            "title",
            "description",
            "default",
            "examples",
            "deprecated",
            "readOnly",
            "writeOnly",
            "format");

    private final Map<String, Rule> definitions;

    private final Rule root;

    private CommonSchema(Map<String, Rule> definitions, Rule root) {
        this.definitions = definitions;
        this.root = root;
    }

    /** Whether a value is certainly valid. */
    private interface Rule {

        Rule ALWAYS = (value, check) -> true;

        Rule NEVER = (value, check) -> false;

        boolean accepts(@Nullable Object value, Check check);
    }

    /** Returns the schema, or {@code null} if it has other keywords, or values of keywords that are not common. */
    static @Nullable CommonSchema of(Map<?, ?> schema) {
        try {
            Map<String, Rule> definitions = new HashMap<>();
            for (String group : List.of("$defs", "definitions")) {
                if (schema.get(group) instanceof Map<?, ?> named) {
                    named.forEach((name, each) -> definitions.put(address(group, String.valueOf(name)), schema(each)));
                }
            }
            Rule root = schema(schema);
            definitions.put("#", root);
            return new CommonSchema(definitions, root);
        } catch (UncommonException ex) {
            return null;
        }
    }

    private static String address(String group, String name) {
        if (name.matches(".*[/~%].*")) {
            throw new UncommonException(); // escaped in a JSON pointer
        }
        return "#/" + group + "/" + name;
    }

    /**
     * Returns whether a value is certainly valid.
     * @param value plain JSON
     */
    boolean accepts(@Nullable Object value) {
        return new Check(this.definitions).accepts(this.root, value);
    }

    private static Rule schema(@Nullable Object schema) {
        if (schema instanceof Boolean always) {
            return always ? Rule.ALWAYS : Rule.NEVER;
        }
        List<Rule> rules = new ArrayList<>();
        Map<?, ?> members = map(schema);
        members.forEach((keyword, argument) -> {
            if (!ANNOTATIONS.contains(keyword)) {
                rules.add(rule(String.valueOf(keyword), argument, members));
            }
        });
        return all(rules);
    }

    private static Rule all(List<Rule> rules) {
        return (value, check) -> {
            for (Rule rule : rules) {
                if (!rule.accepts(value, check)) {
                    return false;
                }
            }
            return true;
        };
    }

    private static Rule any(List<Rule> rules) {
        return (value, check) -> {
            for (Rule rule : rules) {
                if (rule.accepts(value, check)) {
                    return true;
                }
            }
            return false;
        };
    }

    private static List<Rule> schemas(@Nullable Object argument) {
        return list(argument).stream().map(CommonSchema::schema).toList();
    }

    private static Rule rule(String keyword, @Nullable Object argument, Map<?, ?> schema) {
        return switch (keyword) {
            case "$ref" -> reference(string(argument));
            case "type" -> types(argument);
            case "enum" -> among(list(argument));
            case "const" -> among(Collections.singletonList(argument));
            case "properties" -> properties(map(argument));
            case "required" -> required(list(argument));
            case "additionalProperties" -> additional(argument, schema);
            case "items" -> items(argument);
            case "anyOf" -> any(schemas(argument));
            case "allOf" -> all(schemas(argument));
            case "minimum" -> range(number(argument), (value, limit) -> value >= limit);
            case "maximum" -> range(number(argument), (value, limit) -> value <= limit);
            case "exclusiveMinimum" -> range(number(argument), (value, limit) -> value > limit);
            case "exclusiveMaximum" -> range(number(argument), (value, limit) -> value < limit);
            case "minLength", "minItems", "minProperties" ->
                size(keyword, number(argument), (is, limit) -> is >= limit);
            case "maxLength", "maxItems", "maxProperties" ->
                size(keyword, number(argument), (is, limit) -> is <= limit);
            default -> throw new UncommonException();
        };
    }

    private static Rule reference(String target) {
        return (value, check) -> check.accepts(check.definitions.getOrDefault(target, Rule.NEVER), value);
    }

    private static Rule types(@Nullable Object argument) {
        List<?> names = (argument instanceof List<?> several) ? several : List.of(string(argument));
        return any(names.stream().map(name -> type(string(name))).toList());
    }

    private static Rule type(String name) {
        return switch (name) {
            case "string" -> (value, check) -> value instanceof String;
            case "boolean" -> (value, check) -> value instanceof Boolean;
            case "null" -> (value, check) -> value == null;
            case "object" -> (value, check) -> value instanceof Map;
            case "array" -> (value, check) -> value instanceof List;
            case "number" -> (value, check) -> value instanceof Number;
            case "integer" ->
                (value, check) -> value instanceof Integer || value instanceof Long || value instanceof BigInteger;
            default -> throw new UncommonException();
        };
    }

    /** Equal numbers may be written in several ways, objects and lists contain them. */
    private static Rule among(List<?> allowed) {
        Set<Object> texts = new HashSet<>();
        for (Object each : allowed) {
            if (!(each == null || each instanceof String || each instanceof Boolean)) {
                throw new UncommonException();
            }
            texts.add(each);
        }
        return (value, check) -> texts.contains(value);
    }

    private static Rule properties(Map<?, ?> schemas) {
        Map<Object, Rule> rules = new HashMap<>();
        schemas.forEach((name, each) -> rules.put(name, schema(each)));
        return members(rules, Rule.ALWAYS);
    }

    private static Rule members(Map<Object, Rule> named, Rule others) {
        return (value, check) -> {
            if (value instanceof Map<?, ?> members) {
                for (Map.Entry<?, ?> member : members.entrySet()) {
                    if (!check.accepts(named.getOrDefault(member.getKey(), others), member.getValue())) {
                        return false;
                    }
                }
            }
            return true;
        };
    }

    private static Rule required(List<?> names) {
        List<String> required = names.stream().map(CommonSchema::string).toList();
        return (value, check) ->
                !(value instanceof Map<?, ?> members) || members.keySet().containsAll(required);
    }

    private static Rule additional(@Nullable Object argument, Map<?, ?> schema) {
        if (schema.containsKey("patternProperties")) {
            throw new UncommonException();
        }
        Map<Object, Rule> named = new HashMap<>();
        if (schema.get("properties") instanceof Map<?, ?> properties) {
            properties.keySet().forEach(name -> named.put(name, Rule.ALWAYS));
        }
        return members(named, schema(argument));
    }

    private static Rule items(@Nullable Object argument) {
        Rule rule = schema(argument);
        return (value, check) -> {
            if (value instanceof List<?> items) {
                for (Object item : items) {
                    if (!check.accepts(rule, item)) {
                        return false;
                    }
                }
            }
            return true;
        };
    }

    private interface Comparison {

        boolean holds(double value, double limit);
    }

    private static Rule range(double limit, Comparison comparison) {
        return (value, check) ->
                !(value instanceof Number number) || isExact(number) && comparison.holds(number.doubleValue(), limit);
    }

    private static Rule size(String keyword, double limit, Comparison comparison) {
        return (value, check) -> {
            int size = size(keyword, value);
            return size < 0 || comparison.holds(size, limit);
        };
    }

    /** Returns the size of a value to which the keyword applies, or -1. */
    private static int size(String keyword, @Nullable Object value) {
        if (value instanceof String text) {
            return keyword.endsWith("Length") ? text.codePointCount(0, text.length()) : -1;
        }
        if (value instanceof List<?> items) {
            return keyword.endsWith("Items") ? items.size() : -1;
        }
        return (value instanceof Map<?, ?> members && keyword.endsWith("Properties")) ? members.size() : -1;
    }

    private static boolean isExact(Number number) {
        return number instanceof Integer
                || (number instanceof Long || number instanceof Double) && Math.abs(number.doubleValue()) < MAX_EXACT;
    }

    private static double number(@Nullable Object argument) {
        if (argument instanceof Number number && isExact(number)) {
            return number.doubleValue();
        }
        throw new UncommonException();
    }

    private static String string(@Nullable Object argument) {
        if (argument instanceof String text) {
            return text;
        }
        throw new UncommonException();
    }

    private static List<?> list(@Nullable Object argument) {
        if (argument instanceof List<?> list) {
            return list;
        }
        throw new UncommonException();
    }

    private static Map<?, ?> map(@Nullable Object argument) {
        if (argument instanceof Map<?, ?> map) {
            return map;
        }
        throw new UncommonException();
    }

    /** The work of one check. */
    private static final class Check {

        private final Map<String, Rule> definitions;

        private int steps;

        private int depth;

        Check(Map<String, Rule> definitions) {
            this.definitions = definitions;
        }

        boolean accepts(Rule rule, @Nullable Object value) {
            if (++this.steps > MAX_STEPS || this.depth == MAX_DEPTH) {
                return false;
            }
            this.depth++;
            boolean accepts = rule.accepts(value, this);
            this.depth--;
            return accepts;
        }
    }

    /** Signals that a schema is left to the library. */
    private static final class UncommonException extends RuntimeException {

        UncommonException() {
            super(null, null, false, false);
        }
    }
}
