package io.mcpclient.internal.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Writes the original names of properties into arguments of a model, see {@link PropertyNames}. Not thread-safe.
 *
 * <table>
 * <caption>members of an object</caption>
 * <tr><th>name</th><th>change</th></tr>
 * <tr><td>a changed one that a schema for the object declares, requires or names as a dependency</td><td>the original name</td></tr>
 * <tr><td>the same, and the original name is there too</td><td>none: the server decides</td></tr>
 * <tr><td>an original name</td><td>none</td></tr>
 * <tr><td>any other, such as a key of a map</td><td>none</td></tr>
 * </table>
 *
 * The schemas for a value are all that can apply to it: references, {@code allOf}, each branch of {@code anyOf} and {@code oneOf}, and
 * conditions. A name means the same in all of them, so no branch has to be chosen; patterns match the original name as well as the
 * changed one. A text where the schema wants an object or an array is read first, and an object where it wants an array is treated as an
 * element, because {@link ArgumentConversion} converts them later. A text where one schema wants them and another does not say, or one
 * with a {@code contentSchema}, is read too, but remains a text. If the schema takes too long, every object is treated as if it declared
 * all names.
 */
final class OriginalNames {

    private static final Set<JsonType> CONTAINERS = EnumSet.of(JsonType.OBJECT, JsonType.ARRAY);

    /** Keywords with names that depend on each other, or schemas by the name on which they depend. */
    private static final List<String> DEPENDENT = List.of("dependentRequired", "dependentSchemas", "dependencies");

    private final PropertyNames names;

    private final Map<String, String> originals;

    private final Map<?, ?> root;

    private final LocalSchema schema;

    private final AllowedTypes allowed;

    private final boolean readsTexts;

    /**
     * Creates the writer for one set of arguments.
     * @param names the names
     * @param root the schema with the names for models
     * @param readsTexts whether to read texts where the schema wants an object or an array
     */
    OriginalNames(PropertyNames names, Map<?, ?> root, boolean readsTexts) {
        this.names = names;
        this.originals = names.originals();
        this.root = root;
        this.schema = new LocalSchema(root);
        this.allowed = new AllowedTypes(this.schema);
        this.readsTexts = readsTexts;
    }

    /** Returns the arguments with original names, the same instance if none is changed. */
    @SuppressWarnings("unchecked") // names of JSON are strings
    Map<String, Object> in(Map<String, Object> arguments) {
        Object written;
        try {
            written = value(arguments, List.of(this.root), 1);
        } catch (LocalSchema.ExhaustedException ex) {
            written = everywhere(arguments);
        }
        return (Map<String, Object>) Nodes.nonNull(written);
    }

    private @Nullable Object value(@Nullable Object value, List<?> schemas, int depth) {
        this.schema.step(1, depth);
        if (schemas.isEmpty()) {
            return value;
        }
        if (value instanceof Map<?, ?> object) {
            return members(object, applicable(schemas, true, depth), depth);
        }
        if (value instanceof List<?> array) {
            return elements(array, applicable(schemas, false, depth), depth);
        }
        return (value instanceof String text) ? text(text, schemas, depth) : value;
    }

    private Object members(Map<?, ?> object, List<Map<?, ?>> schemas, int depth) {
        Map<String, @Nullable Object> copy = new LinkedHashMap<>();
        boolean[] isChanged = new boolean[1];
        object.forEach((key, value) -> {
            String name = String.valueOf(key);
            String original = this.originals.get(name);
            boolean isWritten = original != null
                    && !object.containsKey(original)
                    && schemas.stream().anyMatch(each -> names(each, name));
            Object written = value(value, members(schemas, this.names.of(name)), depth + 1);
            isChanged[0] |= isWritten || written != value;
            copy.put((isWritten && original != null) ? original : name, written);
        });
        return isChanged[0] ? copy : object;
    }

    private boolean names(Map<?, ?> schema, String name) {
        return LocalSchema.isDeclared(schema, name)
                || LocalSchema.isRequired(schema, name)
                || DEPENDENT.stream().anyMatch(keyword -> isDependent(schema.get(keyword), name));
    }

    private boolean isDependent(@Nullable Object dependencies, String name) {
        Map<String, @Nullable Object> byName = Nodes.object(dependencies);
        this.schema.step(byName.size(), 0);
        return byName.containsKey(name)
                || byName.values().stream().anyMatch(value -> Nodes.list(value).contains(name));
    }

    private List<Object> members(List<Map<?, ?>> schemas, String name) {
        this.schema.step(schemas.size(), 0);
        String original = this.originals.getOrDefault(name, name);
        List<Object> members = new ArrayList<>();
        for (Map<?, ?> each : schemas) {
            this.schema.addMember(each, name, members);
            if (!original.equals(name)) {
                this.schema.addMatches(each, original, members); // patterns are those of the server
            }
            add(each.get("unevaluatedProperties"), members);
        }
        return members;
    }

    private Object elements(List<?> array, List<Map<?, ?>> schemas, int depth) {
        List<@Nullable Object> copy = new ArrayList<>();
        boolean isChanged = false;
        for (int i = 0; i < array.size(); i++) {
            this.schema.step(schemas.size(), 0);
            List<Object> elements = new ArrayList<>();
            for (Map<?, ?> each : schemas) {
                add(LocalSchema.element(each, i), elements);
                add(each.get("contains"), elements);
                add(each.get("unevaluatedItems"), elements);
            }
            Object written = value(array.get(i), elements, depth + 1);
            isChanged |= written != array.get(i);
            copy.add(written);
        }
        return isChanged ? copy : array;
    }

    private Object text(String text, List<?> schemas, int depth) {
        String stripped = text.strip();
        if (stripped.startsWith("{") || stripped.startsWith("[")) {
            List<Object> contents = new ArrayList<>();
            applicable(schemas, false, depth).forEach(each -> add(each.get("contentSchema"), contents));
            if (!contents.isEmpty()) {
                return content(text, contents, true, depth);
            }
        }
        if (!this.readsTexts) {
            return text;
        }
        boolean isOpen = false;
        boolean isContainer = false;
        for (Object each : schemas) {
            Set<JsonType> types = this.allowed.of(each, depth);
            if (types.contains(JsonType.STRING)) {
                return text;
            }
            isOpen |= types.isEmpty();
            isContainer |= !Collections.disjoint(types, CONTAINERS);
        }
        return (isOpen || isContainer) ? content(text, schemas, isOpen, depth) : text;
    }

    /** Reads a text, which remains one if it may be meant as such. */
    private Object content(String text, List<?> schemas, boolean remainsText, int depth) {
        this.schema.step(text.length() / 16, depth);
        for (Object read : ExactConversions.of(text, CONTAINERS)) {
            Object written = value(read, schemas, depth + 1);
            if (written != null && written != read) {
                return remainsText ? ExactConversions.JSON.toJson(written) : written;
            }
        }
        return text;
    }

    /** Returns all schemas that can apply to a value. */
    private List<Map<?, ?>> applicable(List<?> schemas, boolean isObject, int depth) {
        List<Map<?, ?>> applicable = new ArrayList<>();
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Object> pending = new ArrayDeque<>(schemas);
        while (!pending.isEmpty()) {
            for (Map<?, ?> part : this.schema.parts(pending.remove(), depth)) {
                if (!seen.add(part)) {
                    continue;
                }
                applicable.add(part);
                LocalSchema.choices(part).forEach(branches -> branches.forEach(each -> add(each, pending)));
                for (String keyword : List.of("if", "then", "else", "not")) {
                    add(part.get(keyword), pending);
                }
                Nodes.object(part.get("dependentSchemas")).values().forEach(each -> add(each, pending));
                Nodes.object(part.get("dependencies")).values().forEach(each -> add(each, pending));
                if (isObject) {
                    add(part.get("items"), pending);
                }
            }
        }
        return applicable;
    }

    private static void add(@Nullable Object schema, Collection<Object> schemas) {
        if (schema instanceof Map<?, ?>) {
            schemas.add(schema);
        }
    }

    private @Nullable Object everywhere(@Nullable Object value) {
        if (value instanceof Map<?, ?> object) {
            Map<String, @Nullable Object> copy = new LinkedHashMap<>();
            object.forEach((key, each) -> {
                String original = this.originals.get(String.valueOf(key));
                boolean isWritten = original != null && !object.containsKey(original);
                copy.put((isWritten && original != null) ? original : String.valueOf(key), everywhere(each));
            });
            return copy;
        }
        if (value instanceof List<?> array) {
            List<@Nullable Object> copy = new ArrayList<>();
            array.forEach(each -> copy.add(everywhere(each)));
            return copy;
        }
        return value;
    }
}
