package io.mcpclient.support.model;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;

import io.mcpclient.internal.model.ProviderRules;

/**
 * A JSON Schema that was written as properties of a Spring application, whose binder knows neither arrays nor empty objects in a
 * map, and no special characters in keys.
 *
 * <table>
 * <caption>what the binder returns</caption>
 * <tr><th>written</th><th>bound</th><th>restored where</th></tr>
 * <tr><td>{@code required: [a, b]}</td><td>{@code {required={0=a, 1=b}}}</td><td>anywhere but in names of properties</td></tr>
 * <tr><td>{@code items: {}}, {@code required: []}</td><td>{@code ""}</td><td>the keyword needs an object or an array</td></tr>
 * <tr><td>{@code $ref: "#/$defs/A"}</td><td>{@code {ref=#/$defs/A}}</td><td>the keyword begins with {@code $}</td></tr>
 * <tr><td>{@code minLength=1} in a file of properties</td><td>{@code "1"}</td><td>the keyword needs a number or a flag</td></tr>
 * </table>
 */
public final class PropertySchema {

    private static final Pattern INTEGER = Pattern.compile("-?[0-9]{1,9}");

    private PropertySchema() {}

    /**
     * Restores a schema.
     * @param bound schema as bound
     * @return the schema as written
     */
    public static Map<String, Object> of(Map<String, Object> bound) {
        Map<String, Object> schema = new LinkedHashMap<>();
        bound.forEach((name, value) -> {
            String keyword = keyword(name);
            ProviderRules.Rule rule = ProviderRules.of(keyword);
            schema.put(keyword, member((rule != null) ? rule.kind() : ProviderRules.Kind.DATA, value));
        });
        return schema;
    }

    /**
     * Restores an object that is not a schema.
     * @param bound object as bound
     * @return the object, with arrays
     */
    public static Map<String, Object> members(Map<String, Object> bound) {
        Map<String, Object> members = new LinkedHashMap<>();
        bound.forEach((name, value) -> members.put(name, data(value)));
        return members;
    }

    private static Object data(Object bound) {
        if (!(bound instanceof Map<?, ?> map)) {
            return bound;
        }
        return isList(map) ? list(map, PropertySchema::data) : byName(map, PropertySchema::data);
    }

    private static String keyword(String name) {
        String special = "$" + name;
        return (ProviderRules.of(name) == null && ProviderRules.of(special) != null) ? special : name;
    }

    private static Object member(ProviderRules.Kind kind, Object value) {
        return switch (kind) {
            case SCHEMA, SCHEMA_OR_FLAG -> schema(value);
            case ITEMS ->
                (value instanceof Map<?, ?> map && isList(map)) ? list(map, PropertySchema::schema) : schema(value);
            case SCHEMAS_BY_NAME -> byName(object(value), PropertySchema::schema);
            case NAMES_BY_NAME -> byName(object(value), PropertySchema::array);
            case SCHEMA_LIST ->
                (value instanceof Map<?, ?> map && isList(map)) ? list(map, PropertySchema::schema) : array(value);
            case NAMES, VALUES -> array(value);
            case NUMBER, LIMIT, COUNT, FLAG -> scalar(value);
            case TYPE, TEXT, PATTERN, DATA -> data(value);
        };
    }

    /** A schema, or a flag. The schemas of {@code dependencies} may be names. */
    private static Object schema(Object value) {
        if (value instanceof Map<?, ?> map) {
            return isList(map) ? list(map, PropertySchema::data) : of(names(map));
        }
        return value.equals("") ? Map.of() : scalar(value);
    }

    private static Object array(Object value) {
        return value.equals("") ? List.of() : data(value);
    }

    private static Object object(Object value) {
        return value.equals("") ? Map.of() : value;
    }

    private static Object byName(Object value, Function<Object, Object> change) {
        if (!(value instanceof Map<?, ?> map)) {
            return value;
        }
        Map<String, Object> changed = new LinkedHashMap<>();
        names(map).forEach((name, member) -> changed.put(name, change.apply(member)));
        return changed;
    }

    private static Map<String, Object> names(Map<?, ?> map) {
        Map<String, Object> names = new LinkedHashMap<>();
        map.forEach((name, value) -> names.put(String.valueOf(name), value));
        return names;
    }

    private static boolean isList(Map<?, ?> map) {
        for (int i = 0; i < map.size(); i++) {
            if (!map.containsKey(String.valueOf(i))) {
                return false;
            }
        }
        return !map.isEmpty();
    }

    private static List<Object> list(Map<?, ?> map, Function<Object, Object> change) {
        Map<String, Object> byIndex = names(map);
        List<Object> list = new ArrayList<>();
        for (int i = 0; i < byIndex.size(); i++) {
            Object element = byIndex.get(String.valueOf(i));
            if (element != null) {
                list.add(change.apply(element));
            }
        }
        return list;
    }

    /** A number or a flag instead of its text. */
    private static Object scalar(Object value) {
        if (!(value instanceof String text)) {
            return value;
        }
        if (text.equals("true") || text.equals("false")) {
            return Boolean.valueOf(text);
        }
        try {
            return INTEGER.matcher(text).matches() ? Integer.valueOf(text) : new BigDecimal(text);
        } catch (NumberFormatException ex) {
            return value;
        }
    }
}
