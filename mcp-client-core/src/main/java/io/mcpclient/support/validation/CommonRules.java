package io.mcpclient.support.validation;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Reads the rules of a schema that consists of common keywords. */
final class CommonRules {

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

    private final Map<String, CommonRule> definitions = new HashMap<>();

    private final CommonRule root = new CommonRule();

    /**
     * Reads a schema.
     * @param schema the schema as plain JSON
     * @throws InDoubtException if it has other keywords, or values of keywords that are not common
     */
    CommonRules(Map<?, ?> schema) {
        this.definitions.put("#", this.root);
        for (String group : List.of("$defs", "definitions")) {
            if (schema.get(group) instanceof Map<?, ?> named) {
                named.keySet()
                        .forEach(name -> this.definitions.put(address(group, String.valueOf(name)), new CommonRule()));
            }
        }
        for (String group : List.of("$defs", "definitions")) {
            if (schema.get(group) instanceof Map<?, ?> named) {
                named.forEach((name, each) -> read(definition(address(group, String.valueOf(name))), each));
            }
        }
        read(this.root, schema);
    }

    CommonRule root() {
        return this.root;
    }

    private static String address(String group, String name) {
        if (name.matches(".*[/~%].*")) {
            throw new InDoubtException(); // escaped in a JSON pointer
        }
        return "#/" + group + "/" + name;
    }

    private CommonRule definition(String address) {
        CommonRule rule = this.definitions.get(address);
        if (rule == null) {
            throw new InDoubtException();
        }
        return rule;
    }

    private CommonRule rule(@Nullable Object schema) {
        CommonRule rule = new CommonRule();
        read(rule, schema);
        return rule;
    }

    private List<CommonRule> rules(@Nullable Object argument) {
        return list(argument).stream().map(this::rule).toList();
    }

    private void read(CommonRule rule, @Nullable Object schema) {
        if (schema instanceof Boolean always) {
            rule.addTest(json -> always);
            return;
        }
        Map<?, ?> members = map(schema);
        members.forEach((keyword, argument) -> {
            if (!ANNOTATIONS.contains(keyword)) {
                read(rule, String.valueOf(keyword), argument);
            }
        });
    }

    private void read(CommonRule rule, String keyword, @Nullable Object argument) {
        switch (keyword) {
            case "$ref" -> rule.addAlternatives(List.of(definition(string(argument))));
            case "type" -> rule.addTest(types(argument));
            case "enum" -> rule.addTest(among(list(argument)));
            case "const" -> rule.addTest(among(Collections.singletonList(argument)));
            case "properties" ->
                map(argument).forEach((name, each) -> rule.addProperty(String.valueOf(name), rule(each)));
            case "required" ->
                rule.require(list(argument).stream().map(CommonRules::string).toList());
            case "additionalProperties" -> rule.additional(rule(argument));
            case "items" -> rule.items(rule(argument));
            case "anyOf" -> rule.addAlternatives(rules(argument));
            case "allOf" -> rules(argument).forEach(each -> rule.addAlternatives(List.of(each)));
            case "minimum" -> rule.addTest(number(argument, order -> order >= 0));
            case "maximum" -> rule.addTest(number(argument, order -> order <= 0));
            case "exclusiveMinimum" -> rule.addTest(number(argument, order -> order > 0));
            case "exclusiveMaximum" -> rule.addTest(number(argument, order -> order < 0));
            case "minLength" -> rule.addTest(length(argument, order -> order >= 0));
            case "maxLength" -> rule.addTest(length(argument, order -> order <= 0));
            case "minItems" -> rule.addSize(size(argument, order -> order >= 0));
            case "maxItems" -> rule.addSize(size(argument, order -> order <= 0));
            default -> throw new InDoubtException();
        }
    }

    private static Predicate<JsonParser> types(@Nullable Object argument) {
        List<?> names = (argument instanceof List<?> several) ? several : List.of(string(argument));
        return names.stream()
                .map(name -> type(string(name)))
                .reduce(Predicate::or)
                .orElse(json -> false);
    }

    /** An integer that is written with a fraction, such as 1.0, is one in some dialects only. */
    private static Predicate<JsonParser> type(String name) {
        return switch (name) {
            case "string" -> json -> json.currentToken() == JsonToken.VALUE_STRING;
            case "boolean" -> json -> json.currentToken().isBoolean();
            case "null" -> json -> json.currentToken() == JsonToken.VALUE_NULL;
            case "object" -> json -> json.currentToken() == JsonToken.START_OBJECT;
            case "array" -> json -> json.currentToken() == JsonToken.START_ARRAY;
            case "number" -> json -> json.currentToken().isNumeric();
            case "integer" -> json -> json.currentToken() == JsonToken.VALUE_NUMBER_INT;
            default -> throw new InDoubtException();
        };
    }

    /** Equal numbers may be written in several ways, objects and lists contain them. */
    private static Predicate<JsonParser> among(List<?> allowed) {
        Set<Object> values = new HashSet<>();
        for (Object each : allowed) {
            if (!(each == null || each instanceof String || each instanceof Boolean)) {
                throw new InDoubtException();
            }
            values.add(each);
        }
        return json -> switch (json.currentToken()) {
            case VALUE_STRING -> values.contains(json.getString());
            case VALUE_TRUE -> values.contains(true);
            case VALUE_FALSE -> values.contains(false);
            case VALUE_NULL -> values.contains(null);
            default -> false;
        };
    }

    /** Tests the order of a number and a limit, negative if the number is less. */
    private static Predicate<JsonParser> number(@Nullable Object argument, IntPredicate order) {
        Limit limit = Limit.of(argument);
        return json -> !json.currentToken().isNumeric() || order.test(limit.orderOfNumber(json));
    }

    /** The length is that of the code points, which are at least half as many as the characters. */
    private static Predicate<JsonParser> length(@Nullable Object argument, IntPredicate order) {
        Limit limit = Limit.of(argument);
        return json -> {
            if (json.currentToken() != JsonToken.VALUE_STRING) {
                return true;
            }
            int characters = json.getStringLength();
            int least = limit.orderOf((characters + 1) / 2);
            return order.test(
                    (least == limit.orderOf(characters)) ? least : limit.orderOf(codePoints(json.getString())));
        };
    }

    private static int codePoints(String text) {
        return text.codePointCount(0, text.length());
    }

    private static IntPredicate size(@Nullable Object argument, IntPredicate order) {
        Limit limit = Limit.of(argument);
        return size -> order.test(limit.orderOf(size));
    }

    /**
     * A number to which others are compared.
     *
     * @param exact the number
     * @param floor the greatest integer that is not greater
     * @param isInteger whether that is the number
     */
    private record Limit(BigDecimal exact, long floor, boolean isInteger) {

        static Limit of(@Nullable Object argument) {
            if (!(argument instanceof Number number)) {
                throw new InDoubtException();
            }
            try {
                BigDecimal exact = new BigDecimal(number.toString());
                BigDecimal floor = exact.setScale(0, RoundingMode.FLOOR);
                return new Limit(exact, floor.longValueExact(), floor.compareTo(exact) == 0);
            } catch (ArithmeticException ex) {
                throw new InDoubtException();
            }
        }

        int orderOf(long number) {
            return (number != this.floor || this.isInteger) ? Long.compare(number, this.floor) : -1;
        }

        /** Integers of common size are compared without objects. */
        int orderOfNumber(JsonParser json) {
            boolean isLong = json.currentToken() == JsonToken.VALUE_NUMBER_INT
                    && json.getNumberType() != JsonParser.NumberType.BIG_INTEGER;
            return isLong
                    ? orderOf(json.getLongValue())
                    : json.getDecimalValue().compareTo(this.exact);
        }
    }

    private static String string(@Nullable Object argument) {
        if (argument instanceof String text) {
            return text;
        }
        throw new InDoubtException();
    }

    private static List<?> list(@Nullable Object argument) {
        if (argument instanceof List<?> list) {
            return list;
        }
        throw new InDoubtException();
    }

    private static Map<?, ?> map(@Nullable Object argument) {
        if (argument instanceof Map<?, ?> map) {
            return map;
        }
        throw new InDoubtException();
    }
}
