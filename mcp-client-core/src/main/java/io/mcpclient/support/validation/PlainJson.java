package io.mcpclient.support.validation;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Converts plain JSON to the tree model of the library. Strings and numbers are shared, not copied. */
final class PlainJson {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private PlainJson() {}

    static JsonNode node(@Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            ObjectNode object = NODES.objectNode();
            map.forEach((name, member) -> object.set(String.valueOf(name), node(member)));
            return object;
        }
        if (value instanceof List<?> list) {
            ArrayNode array = NODES.arrayNode(list.size());
            list.forEach(element -> array.add(node(element)));
            return array;
        }
        return scalar(value);
    }

    private static JsonNode scalar(@Nullable Object value) {
        if (value == null) {
            return NODES.nullNode();
        }
        if (value instanceof String text) {
            return NODES.stringNode(text);
        }
        if (value instanceof Boolean flag) {
            return NODES.booleanNode(flag);
        }
        if (value instanceof Number number) {
            return number(number);
        }
        throw new IllegalArgumentException("not plain JSON: " + value.getClass().getName());
    }

    private static JsonNode number(Number number) {
        if (number instanceof Integer || number instanceof Long || number instanceof Short || number instanceof Byte) {
            return NODES.numberNode(number.longValue());
        }
        if (number instanceof BigInteger integer) {
            return NODES.numberNode(integer);
        }
        return (number instanceof BigDecimal decimal)
                ? NODES.numberNode(decimal)
                : NODES.numberNode(number.doubleValue());
    }
}
