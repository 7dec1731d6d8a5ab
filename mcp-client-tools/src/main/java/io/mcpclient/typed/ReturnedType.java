package io.mcpclient.typed;

import java.io.InputStream;
import java.io.Reader;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.stream.BaseStream;
import java.util.stream.Stream;

import org.reactivestreams.Publisher;
import org.springframework.core.GenericTypeResolver;
import org.springframework.core.ResolvableType;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import io.mcpclient.handler.McpProgress;

/**
 * Type of a method's result.
 *
 * @param style how the result is returned
 * @param value type of the result itself
 */
record ReturnedType(CallStyle style, Type value) {

    private static final String FLUX = "Use Flux<McpToolEvent<T>> for progress and result, or Flux<McpProgress>.";

    /** What is read once or later, while a result is there as a whole. */
    private static final List<Class<?>> NO_VALUES = List.of(
            BaseStream.class,
            Iterator.class,
            InputStream.class,
            Reader.class,
            Publisher.class,
            Future.class,
            CompletionStage.class);

    static ReturnedType of(Class<?> type, Method method, ClientMethod.Invalid invalid) {
        ReturnedType returned = declared(type, method, invalid);
        if (isOpen(returned.value())) {
            throw invalid.of(
                    "returns " + returned.value().getTypeName() + ", whose type variable nothing resolves",
                    "Declare the type of the result.");
        }
        if (isNoValue(returned.value())) {
            throw invalid.of(
                    "returns " + returned.value().getTypeName() + ", which is no value of a result",
                    "Declare a List for several values, or byte[] for binary content.");
        }
        return returned;
    }

    /** Whether JSON has no value of a type. */
    static boolean isNoValue(Type type) {
        Class<?> raw = ResolvableType.forType(type).toClass();
        return NO_VALUES.stream().anyMatch(unsupported -> unsupported.isAssignableFrom(raw));
    }

    /** Whether a type contains a type variable, such as that of a generic method. */
    private static boolean isOpen(Type type) {
        if (type instanceof ParameterizedType generic) {
            return Stream.of(generic.getActualTypeArguments()).anyMatch(ReturnedType::isOpen);
        }
        return type instanceof TypeVariable<?>
                || (type instanceof GenericArrayType array && isOpen(array.getGenericComponentType()));
    }

    private static ReturnedType declared(Class<?> type, Method method, ClientMethod.Invalid invalid) {
        Type returned = GenericTypeResolver.resolveType(method.getGenericReturnType(), type);
        if (returned instanceof ParameterizedType generic && generic.getRawType() instanceof Class<?> raw) {
            Type argument = generic.getActualTypeArguments()[0];
            if (raw == Mono.class) {
                return new ReturnedType(CallStyle.MONO, argument);
            }
            if (raw == CompletableFuture.class || raw == CompletionStage.class || raw == Future.class) {
                return new ReturnedType(CallStyle.FUTURE, argument);
            }
            if (raw == Flux.class) {
                return ofFlux(argument, invalid);
            }
        }
        if (returned == Mono.class || returned == CompletableFuture.class || returned == Flux.class) {
            throw invalid.of(
                    "returns " + method.getReturnType().getSimpleName() + " without a type argument", "Add it.");
        }
        return new ReturnedType(CallStyle.BLOCKING, returned);
    }

    private static ReturnedType ofFlux(Type argument, ClientMethod.Invalid invalid) {
        if (argument == McpProgress.class) {
            return new ReturnedType(CallStyle.PROGRESS, Void.class);
        }
        if (argument instanceof ParameterizedType event && event.getRawType() == McpToolEvent.class) {
            return new ReturnedType(CallStyle.EVENTS, event.getActualTypeArguments()[0]);
        }
        throw invalid.of("returns a Flux of " + argument.getTypeName(), FLUX);
    }
}
