package io.mcpclient.schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/** Converts the JSON object of an elicitation field to its schema type; the types have no discriminator member. */
final class SchemaReader {

    private final Map<String, Object> schema;

    /** Keywords not yet consumed; the remaining ones, including those of the wrong type, are kept as received. */
    private final Map<String, Object> rest;

    SchemaReader(Map<String, Object> schema) {
        this.schema = schema;
        this.rest = new LinkedHashMap<>(schema);
    }

    PrimitiveSchemaDefinition read() {
        if (!(this.schema.get("type") instanceof String type)) {
            return new UnknownSchema(this.schema);
        }
        return switch (type) {
            case "string" -> string(type);
            case "number", "integer" -> number(type);
            case "boolean" -> bool(type);
            case "array" -> array(type);
            default -> new UnknownSchema(this.schema);
        };
    }

    private PrimitiveSchemaDefinition string(String type) {
        if (this.schema.containsKey("oneOf")) {
            return titledSingle(type);
        }
        if (this.schema.containsKey("enum")) {
            return untitledSingle(type);
        }
        this.rest.remove("type");
        return new StringSchema(
                type,
                take("title", String.class),
                take("description", String.class),
                take("minLength", Integer.class),
                take("maxLength", Integer.class),
                take("format", String.class),
                take("default", String.class),
                this.rest);
    }

    private PrimitiveSchemaDefinition titledSingle(String type) {
        List<EnumOption> options = options(this.schema.get("oneOf"));
        if (options == null) {
            return new UnknownSchema(this.schema);
        }
        this.rest.remove("type");
        this.rest.remove("oneOf");
        return new TitledSingleSelectEnumSchema(
                type,
                take("title", String.class),
                take("description", String.class),
                options,
                take("default", String.class),
                this.rest);
    }

    private PrimitiveSchemaDefinition untitledSingle(String type) {
        List<String> values = takeStrings("enum");
        if (values == null) {
            return new UnknownSchema(this.schema);
        }
        this.rest.remove("type");
        String title = take("title", String.class);
        String description = take("description", String.class);
        List<String> names = takeStrings("enumNames");
        String defaultValue = take("default", String.class);
        return names == null
                ? new UntitledSingleSelectEnumSchema(type, title, description, values, defaultValue, this.rest)
                : new LegacyTitledEnumSchema(type, title, description, values, names, defaultValue, this.rest);
    }

    private PrimitiveSchemaDefinition number(String type) {
        this.rest.remove("type");
        return new NumberSchema(
                type,
                take("title", String.class),
                take("description", String.class),
                take("minimum", Number.class),
                take("maximum", Number.class),
                take("default", Number.class),
                this.rest);
    }

    private PrimitiveSchemaDefinition bool(String type) {
        this.rest.remove("type");
        return new BooleanSchema(
                type,
                take("title", String.class),
                take("description", String.class),
                take("default", Boolean.class),
                this.rest);
    }

    private PrimitiveSchemaDefinition array(String type) {
        if (!(this.schema.get("items") instanceof Map<?, ?> items)) {
            return new UnknownSchema(this.schema);
        }
        List<String> values = "string".equals(items.get("type")) ? strings(items.get("enum")) : null;
        List<EnumOption> options = options(items.get("anyOf"));
        if (values == null && options == null) {
            return new UnknownSchema(this.schema);
        }
        this.rest.remove("type");
        this.rest.remove("items");
        String title = take("title", String.class);
        String description = take("description", String.class);
        Integer minItems = take("minItems", Integer.class);
        Integer maxItems = take("maxItems", Integer.class);
        List<String> defaults = takeStrings("default");
        List<String> defaultValue = defaults == null ? List.of() : defaults;
        return values != null
                ? new UntitledMultiSelectEnumSchema(
                        type,
                        title,
                        description,
                        minItems,
                        maxItems,
                        new UntitledMultiSelectEnumSchema.Items("string", values, without(items, "type", "enum")),
                        defaultValue,
                        this.rest)
                : new TitledMultiSelectEnumSchema(
                        type,
                        title,
                        description,
                        minItems,
                        maxItems,
                        new TitledMultiSelectEnumSchema.Items(Objects.requireNonNull(options), without(items, "anyOf")),
                        defaultValue,
                        this.rest);
    }

    private <T> @Nullable T take(String keyword, Class<T> type) {
        Object value = this.schema.get(keyword);
        if (!type.isInstance(value)) {
            return null;
        }
        this.rest.remove(keyword);
        return type.cast(value);
    }

    private @Nullable List<String> takeStrings(String keyword) {
        List<String> strings = strings(this.schema.get(keyword));
        if (strings != null) {
            this.rest.remove(keyword);
        }
        return strings;
    }

    private static @Nullable List<String> strings(@Nullable Object value) {
        if (!(value instanceof List<?> list) || !list.stream().allMatch(String.class::isInstance)) {
            return null;
        }
        return list.stream().map(String.class::cast).toList();
    }

    private static @Nullable List<EnumOption> options(@Nullable Object value) {
        if (!(value instanceof List<?> list)) {
            return null;
        }
        List<EnumOption> options = new ArrayList<>(list.size());
        for (Object element : list) {
            if (!(element instanceof Map<?, ?> option) || !(option.get("const") instanceof String constant)) {
                return null;
            }
            if (option.get("title") instanceof String title) {
                options.add(new EnumOption(constant, title, without(option, "const", "title")));
            } else {
                options.add(new EnumOption(constant, constant, without(option, "const")));
            }
        }
        return options;
    }

    private static Map<String, Object> without(Map<?, ?> members, String... names) {
        Map<String, Object> rest = new LinkedHashMap<>();
        members.forEach((name, value) -> rest.put((String) name, value));
        for (String name : names) {
            rest.remove(name);
        }
        return rest;
    }
}
