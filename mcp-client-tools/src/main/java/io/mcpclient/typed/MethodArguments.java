package io.mcpclient.typed;

import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;
import org.springframework.core.GenericTypeResolver;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.handler.McpProgressListener;

/**
 * The arguments of a call, from the parameters of its method.
 *
 * @param named the arguments; those of the components of a record if it is the only parameter; empty for a map, and for a record
 *     whose JSON has other members
 * @param whole index of the only parameter, if it holds all arguments, otherwise -1
 * @param options index of the options, or -1
 * @param progress index of the progress listener, or -1
 */
record MethodArguments(List<Argument> named, int whole, int options, int progress) {

    /**
     * An argument.
     *
     * @param name name of the argument
     * @param type Java type of its value
     * @param index index of the parameter
     */
    record Argument(String name, Type type, int index) {}

    static MethodArguments of(Class<?> declaring, Method method, ClientMethod.Invalid invalid) {
        Parameter[] parameters = method.getParameters();
        int options = indexOf(McpCallOptions.class, parameters, invalid);
        int progress = indexOf(McpProgressListener.class, parameters, invalid);
        List<Integer> values = new ArrayList<>();
        for (int i = 0; i < parameters.length; i++) {
            if (i != options && i != progress) {
                values.add(i);
            }
        }
        if (values.size() == 1) {
            int only = values.get(0);
            Parameter parameter = parameters[only];
            if (parameter.getAnnotation(McpArgument.class) == null) {
                if (parameter.getType().isRecord()) {
                    return new MethodArguments(components(parameter.getType(), only), only, options, progress);
                }
                if (Map.class.isAssignableFrom(parameter.getType())) {
                    return new MethodArguments(List.of(), only, options, progress);
                }
            }
        }
        List<Argument> named = new ArrayList<>();
        TreeSet<String> names = new TreeSet<>();
        for (int i : values) {
            Argument argument = new Argument(
                    name(parameters[i], i, invalid),
                    GenericTypeResolver.resolveType(parameters[i].getParameterizedType(), declaring),
                    i);
            if (ReturnedType.isNoValue(argument.type())) {
                throw invalid.of(
                        "has the argument \"" + argument.name() + "\" of type "
                                + argument.type().getTypeName() + ", which is no value",
                        "Declare the value itself.");
            }
            if (!names.add(argument.name())) {
                throw invalid.of("has two arguments named \"" + argument.name() + "\"", "Rename one of them.");
            }
            named.add(argument);
        }
        return new MethodArguments(List.copyOf(named), -1, options, progress);
    }

    /** Optional numbers that are empty, which are left out as an empty {@link Optional} is. */
    private static final Set<Object> EMPTY = Set.of(OptionalInt.empty(), OptionalLong.empty(), OptionalDouble.empty());

    /** Whether all arguments are known by name. */
    boolean areNamed() {
        return this.whole < 0 || !this.named.isEmpty();
    }

    @Nullable
    Object of(@Nullable Object[] values) {
        if (this.whole >= 0) {
            return values[this.whole];
        }
        Map<String, Object> arguments = new LinkedHashMap<>();
        for (Argument argument : this.named) {
            Object value = values[argument.index()];
            if (value instanceof Optional<?> optional) {
                value = optional.orElse(null);
            }
            if (value != null && !EMPTY.contains(value)) {
                arguments.put(argument.name(), value);
            }
        }
        return arguments;
    }

    McpCallOptions options(@Nullable Object[] values) {
        McpCallOptions given = (this.options >= 0) ? (McpCallOptions) values[this.options] : null;
        McpCallOptions all = Objects.requireNonNullElseGet(given, McpCallOptions::defaults);
        McpProgressListener listener = (this.progress >= 0) ? (McpProgressListener) values[this.progress] : null;
        return (listener != null) ? all.withProgress(listener) : all;
    }

    private static List<Argument> components(Class<?> type, int index) {
        return PlainRecords.isPlain(type)
                ? Arrays.stream(type.getRecordComponents())
                        .map(component -> new Argument(name(component), component.getGenericType(), index))
                        .toList()
                : List.of();
    }

    /** Returns the name of a component as JSON. */
    static String name(RecordComponent component) {
        JsonProperty property = component.getAccessor().getAnnotation(JsonProperty.class);
        return (property == null || property.value().isEmpty()) ? component.getName() : property.value();
    }

    private static String name(Parameter parameter, int index, ClientMethod.Invalid invalid) {
        McpArgument argument = parameter.getAnnotation(McpArgument.class);
        if (argument != null) {
            return argument.value();
        }
        if (!parameter.isNamePresent()) {
            throw invalid.of(
                    "has no name for its parameter " + (index + 1),
                    "Compile with -parameters, or name the argument with @McpArgument.");
        }
        return parameter.getName();
    }

    private static int indexOf(Class<?> type, Parameter[] parameters, ClientMethod.Invalid invalid) {
        int found = -1;
        for (int i = 0; i < parameters.length; i++) {
            if (type.isAssignableFrom(parameters[i].getType())) {
                if (found >= 0) {
                    throw invalid.of("has two parameters of type " + type.getSimpleName(), "Keep one of them.");
                }
                found = i;
            }
        }
        return found;
    }
}
