package io.mcpclient.jsonrpc;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * Converts an object of plain JSON to a type, without the members that do not fit it: one wrong member must not take the others away.
 * A member that the type cannot do without is not omitted. Immutable.
 *
 * @param type the type
 * @param essential paths of the members that are not omitted; {@code []} stands for any element
 * @param <T> the type
 */
record PartialBinding<T>(Class<T> type, Set<String> essential) {

    /** Maximum number of problems in an object, which is converted again after each. */
    private static final int MAX_PROBLEMS = 16;

    /**
     * Converts an object.
     * @param members its members as plain JSON, from which the omitted ones are removed
     * @param convert converts plain JSON to a type
     * @param omitted receives the problem of each omitted member
     * @return the instance
     * @throws JacksonException if an essential member does not fit, or too many others
     */
    T bind(Map<?, ?> members, BiFunction<Object, Class<?>, Object> convert, Consumer<JacksonException> omitted) {
        for (int problems = 1; ; problems++) {
            try {
                return this.type.cast(convert.apply(members, this.type));
            } catch (JacksonException ex) {
                boolean isReadable = problems <= MAX_PROBLEMS && isDispensable(ex);
                if (!isReadable || !remove(members, ex.getPath())) {
                    throw ex;
                }
                omitted.accept(ex);
            }
        }
    }

    private boolean isDispensable(JacksonException ex) {
        StringBuilder path = new StringBuilder();
        for (JacksonException.Reference step : ex.getPath()) {
            String member = step.getPropertyName();
            path.append((member == null) ? "[]" : (path.isEmpty() ? "" : ".") + member);
        }
        return !path.isEmpty() && !this.essential.contains(path.toString());
    }

    /** Removes the member at a path. Returns whether it was present. */
    private static boolean remove(Object root, List<JacksonException.Reference> path) {
        Object parent = root;
        for (JacksonException.Reference step : path.subList(0, path.size() - 1)) {
            parent = child(parent, step);
        }
        JacksonException.Reference last = path.get(path.size() - 1);
        if (parent instanceof Map<?, ?> map && map.containsKey(last.getPropertyName())) {
            map.remove(last.getPropertyName());
            return true;
        }
        if (parent instanceof List<?> list && last.getIndex() >= 0 && last.getIndex() < list.size()) {
            list.remove(last.getIndex());
            return true;
        }
        return false;
    }

    private static @Nullable Object child(@Nullable Object parent, JacksonException.Reference step) {
        if (parent instanceof Map<?, ?> map) {
            return map.get(step.getPropertyName());
        }
        if (parent instanceof List<?> list && step.getIndex() >= 0 && step.getIndex() < list.size()) {
            return list.get(step.getIndex());
        }
        return null;
    }
}
