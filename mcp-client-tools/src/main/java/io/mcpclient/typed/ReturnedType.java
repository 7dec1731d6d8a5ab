package io.mcpclient.typed;

import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;

import org.springframework.core.GenericTypeResolver;
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

    static ReturnedType of(Class<?> type, Method method, ClientMethod.Invalid invalid) {
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
