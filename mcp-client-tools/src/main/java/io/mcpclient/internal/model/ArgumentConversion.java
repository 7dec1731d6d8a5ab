package io.mcpclient.internal.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Converts arguments to the types that a schema requires. A value that does not fit is converted if exactly one of the following
 * fits, otherwise it is a problem if its type is wrong. Not thread-safe.
 *
 * <table>
 * <caption>conversions</caption>
 * <tr><th>value</th><th>conversion</th></tr>
 * <tr><td>an array or object of an allowed type</td><td>with its elements or members converted</td></tr>
 * <tr><td>null, or the string {@code "null"}, of a declared property that is not required and allows neither</td><td>removed</td></tr>
 * <tr><td>see {@link ExactConversions}</td><td>with its elements or members converted; the container in a JSON text even if something in
 * it does not fit</td></tr>
 * <tr><td>a value where only an array is allowed, whose elements are declared to be of the type of the value; no text that may be a
 * list or nothing</td><td>an array of it</td></tr>
 * </table>
 */
final class ArgumentConversion {

    private final LocalSchema schema;

    private final TypeCheck check;

    private final AllowedTypes allowed;

    ArgumentConversion(Map<?, ?> schema) {
        this.schema = new LocalSchema(schema);
        this.check = new TypeCheck(this.schema);
        this.allowed = new AllowedTypes(this.schema);
    }

    /** Returns whether nothing has to be converted. */
    boolean fits(Map<String, Object> arguments, Map<?, ?> schema) {
        return this.check.fits(arguments, schema, 1);
    }

    /** Converts a value. Returns the same instance if nothing is converted. */
    private @Nullable Object converted(
            @Nullable Object value, @Nullable Object schema, Place place, Changes changes, int depth) {
        if (this.check.fits(value, schema, depth)) {
            return value;
        }
        Changes inner = new Changes();
        Object same = within(value, schema, place, inner, depth);
        Set<JsonType> types = this.allowed.of(schema, depth);
        boolean isAllowed = AllowedTypes.contain(types, value);
        boolean fits = same != value && !inner.hasProblems() && this.check.fits(same, schema, depth);
        if (!fits && !(isAllowed && isContainer(value))) {
            Attempts attempts = attempts(value, schema, types, place, depth);
            if (attempts.isUnique()) {
                changes.addAll(attempts.changes);
                changes.converted(place);
                return attempts.value;
            }
        }
        changes.addAll(inner);
        if (!isAllowed && !types.isEmpty()) {
            changes.wrongType(place, value, this.allowed.requirement(schema, types, depth));
        }
        return same;
    }

    private static boolean isContainer(@Nullable Object value) {
        return value instanceof Map<?, ?> || value instanceof List<?>;
    }

    private List<@Nullable Object> candidates(
            @Nullable Object value, @Nullable Object schema, Set<JsonType> types, int depth) {
        if (value instanceof String text) {
            this.schema.step(text.length() / 16, depth);
        }
        List<@Nullable Object> candidates = ExactConversions.of(value, types);
        if (value != null && types.contains(JsonType.ARRAY) && isElement(value, schema, depth)) {
            candidates.add(List.of(value));
        }
        return candidates;
    }

    /** Returns whether an array of one value is certainly meant. */
    private boolean isElement(Object value, @Nullable Object schema, int depth) {
        if (value instanceof List<?> || (value instanceof String text && mayBeListOrNothing(text))) {
            return false;
        }
        for (Map<?, ?> part : this.schema.parts(schema, depth)) {
            Set<JsonType> elements = this.allowed.of(part.get("items"), depth + 1);
            if (!elements.isEmpty() && AllowedTypes.contain(elements, value)) {
                return true;
            }
            for (List<?> branches : LocalSchema.choices(part)) {
                if (branches.stream().anyMatch(branch -> isElement(value, branch, depth + 1))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean mayBeListOrNothing(String text) {
        return text.isBlank()
                || text.strip().equalsIgnoreCase("null")
                || text.strip().equalsIgnoreCase("none")
                || text.chars().anyMatch(c -> ",;|\n\r\t[]{}".indexOf(c) >= 0);
    }

    /** Tries the candidates. JSON text of a container is certainly meant as such, even if something in it does not fit. */
    private Attempts attempts(
            @Nullable Object value, @Nullable Object schema, Set<JsonType> types, Place place, int depth) {
        Attempts fitting = new Attempts();
        Attempts encoded = new Attempts();
        for (Object candidate : candidates(value, schema, types, depth)) {
            Changes made = new Changes();
            Object result = within(candidate, schema, place, made, depth);
            if (!made.hasProblems() && this.check.fits(result, schema, depth)) {
                fitting.add(result, made);
            } else if (value instanceof String && isContainer(candidate)) {
                encoded.add(result, made);
            }
        }
        return (fitting.count == 0) ? encoded : fitting;
    }

    /** Converts the members and elements of a value. */
    @Nullable
    Object within(@Nullable Object value, @Nullable Object schema, Place place, Changes changes, int depth) {
        this.schema.step(1, depth);
        List<Map<?, ?>> parts = isContainer(value) ? this.schema.parts(schema, depth) : List.of();
        Object result = value;
        if (value instanceof Map<?, ?> object) {
            result = members(object, parts, place, changes, depth);
        } else if (value instanceof List<?> array) {
            result = elements(array, parts, place, changes, depth);
        }
        for (Map<?, ?> part : parts) {
            for (List<?> branches : LocalSchema.choices(part)) {
                result = chosen(result, branches, place, changes, depth);
            }
        }
        return result;
    }

    private Object members(Map<?, ?> object, List<Map<?, ?>> parts, Place place, Changes changes, int depth) {
        Map<Object, @Nullable Object> copy = null;
        for (Map.Entry<?, ?> member : object.entrySet()) {
            String name = String.valueOf(member.getKey());
            List<Object> schemas = new ArrayList<>(1);
            parts.forEach(part -> this.schema.addMember(part, name, schemas));
            Object schema = combined(schemas);
            Place here = place.member(name);
            boolean isRemoved = isNothing(member.getValue(), name, schema, parts, depth);
            Object value = isRemoved ? null : converted(member.getValue(), schema, here, changes, depth + 1);
            if (isRemoved || value != member.getValue()) {
                copy = (copy != null) ? copy : new LinkedHashMap<>(object);
                copy.put(member.getKey(), value);
            }
            if (isRemoved && copy != null) {
                copy.remove(member.getKey());
                changes.converted(here);
            }
        }
        return (copy != null) ? copy : object;
    }

    private Object elements(List<?> array, List<Map<?, ?>> parts, Place place, Changes changes, int depth) {
        List<@Nullable Object> copy = null;
        for (int i = 0; i < array.size(); i++) {
            List<Object> schemas = new ArrayList<>(1);
            for (Map<?, ?> part : parts) {
                if (LocalSchema.element(part, i) instanceof Map<?, ?> keywords) {
                    schemas.add(keywords);
                }
            }
            Object value = converted(array.get(i), combined(schemas), place.element(i), changes, depth + 1);
            if (value != array.get(i)) {
                copy = (copy != null) ? copy : new ArrayList<>(array);
                copy.set(i, value);
            }
        }
        return (copy != null) ? copy : array;
    }

    private static @Nullable Object combined(List<Object> schemas) {
        return schemas.isEmpty() ? null : (schemas.size() == 1) ? schemas.get(0) : Map.of("allOf", schemas);
    }

    /** Models write null for parameters that they do not need, but servers require that these are absent. */
    private boolean isNothing(
            @Nullable Object value, String name, @Nullable Object schema, List<Map<?, ?>> parts, int depth) {
        boolean isNull =
                value == null || (value instanceof String text && text.strip().equals("null"));
        if (!isNull || this.check.fits(value, schema, depth + 1) || this.check.fits(null, schema, depth + 1)) {
            return false;
        }
        Set<JsonType> types = this.allowed.of(schema, depth + 1);
        return !types.isEmpty()
                && !AllowedTypes.contain(types, value)
                && !types.contains(JsonType.NULL)
                && parts.stream().anyMatch(part -> LocalSchema.isDeclared(part, name))
                && parts.stream().noneMatch(part -> LocalSchema.isRequired(part, name));
    }

    /** Converts a container to the only branch of a choice that it can be converted to, unless it fits one already. */
    private @Nullable Object chosen(@Nullable Object value, List<?> branches, Place place, Changes changes, int depth) {
        Attempts fitting = new Attempts();
        Attempts possible = new Attempts();
        for (Object branch : branches) {
            if (this.check.fits(value, branch, depth + 1)) {
                return value;
            }
        }
        for (Object branch : branches) {
            Changes made = new Changes();
            Object result = within(value, branch, place, made, depth + 1);
            if (!made.hasProblems() && this.check.fits(result, branch, depth + 1)) {
                fitting.add(result, made);
            }
            if (AllowedTypes.contain(this.allowed.of(branch, depth + 1), value)) {
                possible.count++;
                possible.changes = made;
            }
        }
        if (fitting.isUnique()) {
            changes.addAll(fitting.changes);
            return fitting.value;
        }
        if (fitting.count == 0 && possible.count == 1) {
            changes.addAll(possible.changes);
        }
        return value;
    }

    /** Distinct results of attempts. */
    private static final class Attempts {

        private int count;

        private @Nullable Object value;

        private Changes changes = new Changes();

        void add(@Nullable Object result, Changes made) {
            if (this.count == 0 || !Objects.equals(this.value, result)) {
                this.count++;
                this.value = result;
                this.changes = made;
            }
        }

        boolean isUnique() {
            return this.count == 1;
        }
    }
}
