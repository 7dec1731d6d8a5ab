package io.mcpclient.typed;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.mcpclient.schema.ContentBlock;
import io.mcpclient.schema.McpResult;
import io.mcpclient.schema.Tool;
import io.mcpclient.text.KnownNames;
import io.mcpclient.text.SafeText;

/**
 * Compares methods with the tools of a server. Reports only what is certainly wrong: JSON Schema allows more than can be compared
 * with Java types.
 */
final class SchemaComparison {

    private static final Set<Class<?>> INTEGERS =
            Set.of(byte.class, short.class, int.class, long.class, Byte.class, Short.class, Integer.class, Long.class);

    private static final Set<Class<?>> DECIMALS = Set.of(float.class, double.class, Float.class, Double.class);

    private final ClientMethod method;

    private final String tool;

    private final List<McpToolMismatch> found;

    private SchemaComparison(ClientMethod method, String tool, List<McpToolMismatch> found) {
        this.method = method;
        this.tool = tool;
        this.found = found;
    }

    static List<McpToolMismatch> of(ClientMethods methods, List<Tool> tools) {
        Map<String, Tool> byName =
                tools.stream().collect(Collectors.toMap(Tool::name, Function.identity(), (one, other) -> one));
        List<McpToolMismatch> found = new ArrayList<>();
        for (ClientMethod method : methods.all()) {
            String name = method.tool();
            if (name != null) {
                new SchemaComparison(method, name, found).compare(byName);
            }
        }
        return List.copyOf(found);
    }

    private void compare(Map<String, Tool> tools) {
        Tool definition = tools.get(this.tool);
        if (definition == null) {
            report("the server has no tool of this name", KnownNames.remedy("tools", this.tool, tools.keySet()));
            return;
        }
        arguments(definition.inputSchema().asMap());
        if (definition.outputSchema() != null) {
            result(definition.outputSchema().asMap());
        }
    }

    private void arguments(Map<String, Object> schema) {
        if (!this.method.arguments().areNamed()) {
            return;
        }
        Map<String, Object> properties = properties(schema);
        Map<String, Type> given = new LinkedHashMap<>();
        this.method.arguments().named().forEach(argument -> given.put(argument.name(), argument.type()));
        for (Object required : (schema.get("required") instanceof Collection<?> names) ? names : List.of()) {
            if (required instanceof String name && !given.containsKey(name)) {
                report(
                        "the tool requires the argument \"" + SafeText.excerpt(name)
                                + "\", which the method does not have",
                        "Add a parameter of that name. " + KnownNames.remedy("arguments", name, given.keySet()));
            }
        }
        given.forEach((name, type) -> {
            Object property = properties.get(name);
            if (property != null) {
                type("argument", name, type, property);
            } else if (!properties.isEmpty() && isClosed(schema)) {
                report(
                        "the tool has no argument \"" + name + "\"",
                        KnownNames.remedy("arguments", name, properties.keySet()));
            }
        });
    }

    private void result(Map<String, Object> schema) {
        Map<String, Object> properties = properties(schema);
        if (properties.isEmpty()
                || !(this.method.returned().value() instanceof Class<?> type)
                || !PlainRecords.isPlain(type)
                || McpResult.class.isAssignableFrom(type)
                || ContentBlock.class.isAssignableFrom(type)
                || isTakenOut(schema, properties, type)) {
            return;
        }
        for (RecordComponent component : type.getRecordComponents()) {
            String name = MethodArguments.name(component);
            Object property = properties.get(name);
            if (property != null) {
                type("result", name, component.getGenericType(), property);
            } else if (isClosed(schema)) {
                report(
                        "the result of the tool has no \"" + name + "\", a component of " + type.getSimpleName(),
                        KnownNames.remedy("members", name, properties.keySet()));
            }
        }
    }

    /** Python servers put a value that can be {@code null} into an object with this member, and the client takes it out. */
    private static boolean isTakenOut(Map<String, Object> schema, Map<String, Object> properties, Class<?> type) {
        boolean isMarked = Boolean.TRUE.equals(schema.get("x-fastmcp-wrap-result"));
        return properties.keySet().equals(Set.of("result"))
                && (isMarked
                        || Arrays.stream(type.getRecordComponents())
                                .map(MethodArguments::name)
                                .noneMatch("result"::equals));
    }

    private void type(String kind, String name, Type type, Object property) {
        Set<String> expected = jsonTypes(type);
        Set<String> declared = declared(property);
        if (kind.equals("result") && declared.contains("integer")) {
            declared = Set.of("integer", "number"); // a decimal can be bound to any number
        }
        if (!expected.isEmpty() && !declared.isEmpty() && expected.stream().noneMatch(declared::contains)) {
            report(
                    "the " + kind + " \"" + name + "\" is of type "
                            + SafeText.excerpt(String.join(" or ", declared)) + " in the schema of the tool, and "
                            + type.getTypeName() + " in Java",
                    "Change the type in Java.");
        }
    }

    private void report(String problem, String remedy) {
        this.found.add(new McpToolMismatch(this.method.name(), this.tool, problem, remedy));
    }

    /** Members that are not listed are allowed by default, but a name that is not listed is nearly always a mistake. */
    private static boolean isClosed(Map<String, Object> schema) {
        Object more = schema.get("additionalProperties");
        return !(Boolean.TRUE.equals(more) || more instanceof Map<?, ?>)
                && !schema.containsKey("patternProperties")
                && !schema.containsKey("$ref")
                && !schema.containsKey("allOf")
                && !schema.containsKey("anyOf")
                && !schema.containsKey("oneOf");
    }

    @SuppressWarnings("unchecked") // only read from
    private static Map<String, Object> properties(Map<String, Object> schema) {
        return (schema.get("properties") instanceof Map<?, ?> properties) ? (Map<String, Object>) properties : Map.of();
    }

    /** Returns the types that a schema allows, empty if it does not say. */
    private static Set<String> declared(Object property) {
        Object type = (property instanceof Map<?, ?> schema) ? schema.get("type") : null;
        if (type instanceof String name) {
            return Set.of(name);
        }
        return (type instanceof Collection<?> names)
                ? names.stream().map(String::valueOf).collect(Collectors.toSet())
                : Set.of();
    }

    /** Returns the JSON types as which a Java type can be written, empty if that is not certain. */
    private static Set<String> jsonTypes(Type type) {
        if (type instanceof GenericArrayType) {
            return Set.of("array");
        }
        if (type instanceof ParameterizedType generic) {
            return (generic.getRawType() == Optional.class)
                    ? jsonTypes(generic.getActualTypeArguments()[0])
                    : jsonTypes(generic.getRawType());
        }
        if (!(type instanceof Class<?> plain)) {
            return Set.of();
        }
        if (plain == String.class || plain == char.class || plain == Character.class) {
            return Set.of("string");
        }
        if (plain == boolean.class || plain == Boolean.class) {
            return Set.of("boolean");
        }
        if (INTEGERS.contains(plain)) {
            return Set.of("integer", "number");
        }
        if (DECIMALS.contains(plain)) {
            return Set.of("number");
        }
        if (plain == byte[].class) {
            return Set.of("string");
        }
        if (plain.isArray() || Collection.class.isAssignableFrom(plain)) {
            return Set.of("array");
        }
        return (Map.class.isAssignableFrom(plain) || PlainRecords.isPlain(plain)) ? Set.of("object") : Set.of();
    }
}
