package io.mcpclient.autoconfigure.beans;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.util.ReflectionUtils;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.handler.McpChangeListener;
import io.mcpclient.handler.McpLogListener;
import io.mcpclient.handler.McpSource;
import io.mcpclient.schema.LoggingMessageParams;
import io.mcpclient.schema.Task;

/**
 * An annotated method of a bean, as the handler or listener that it replaces.
 *
 * @param kind what it handles
 * @param method the method
 * @param indexes for each parameter, the index of its argument in {@link MethodKind#parameters()}
 * @param bean returns the bean, the proxy if there is one
 * @param clients returns the clients, of which one lists what has changed
 */
record AnnotatedMethod(
        MethodKind kind, Method method, int[] indexes, Supplier<Object> bean, Supplier<McpClients> clients) {

    /** Index of the changed list among the arguments of its kinds. */
    private static final int LIST = 1;

    /** Rejects a method with other parameters than those of its kind, or with a result that nobody would read. */
    static AnnotatedMethod of(
            MethodKind kind, String beanName, Method method, Supplier<Object> bean, Supplier<McpClients> clients) {
        Type[] types = method.getGenericParameterTypes();
        int[] indexes = new int[types.length];
        for (int i = 0; i < types.length; i++) {
            indexes[i] = kind.parameters().indexOf(types[i]);
            if (indexes[i] < 0) {
                throw invalid(
                        kind,
                        beanName,
                        method,
                        "has a parameter of type " + MethodKind.name(types[i]),
                        "Use parameters of these types: " + kind.allowed() + ".");
            }
        }
        boolean returnsNothing = method.getReturnType() == void.class;
        if (kind.isListener() != returnsNothing) {
            throw invalid(
                    kind,
                    beanName,
                    method,
                    kind.isListener() ? "returns a value, which nobody reads" : "returns nothing",
                    kind.isListener() ? "Let it return void." : "Let it return the response.");
        }
        return new AnnotatedMethod(kind, method, indexes, bean, clients);
    }

    static McpConfigurationException invalid(
            MethodKind kind, String beanName, Method method, String problem, String remedy) {
        return new McpConfigurationException(
                "",
                "@" + kind.annotation().getSimpleName() + " " + method.getName() + " of the bean \"" + beanName + "\"",
                problem,
                remedy);
    }

    boolean isReactive() {
        return Mono.class.isAssignableFrom(this.method.getReturnType())
                || CompletionStage.class.isAssignableFrom(this.method.getReturnType());
    }

    /** Returns the handler or listener. */
    Object adapter() {
        return this.kind.adapter(this);
    }

    /** Calls the method with some of these arguments. */
    @Nullable
    Object invoke(@Nullable Object... available) throws Exception {
        Object target = this.bean.get();
        @Nullable Object[] arguments = new Object[this.indexes.length];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = available[this.indexes[i]];
        }
        Method invocable = AopUtils.selectInvocableMethod(this.method, target.getClass());
        ReflectionUtils.makeAccessible(invocable);
        try {
            return invocable.invoke(target, arguments);
        } catch (InvocationTargetException ex) {
            ReflectionUtils.rethrowException(ex.getTargetException());
            throw ex; // never reached
        }
    }

    void listen(@Nullable Object... available) {
        try {
            invoke(available);
        } catch (RuntimeException ex) {
            throw ex;
        } catch (Exception ex) {
            throw new IllegalStateException(ex);
        }
    }

    /** Calls a reactive method with some of these arguments on subscription. */
    Mono<Object> mono(@Nullable Object... available) {
        return Mono.defer(() -> {
            try {
                Object result = invoke(available);
                if (result instanceof CompletionStage<?> stage) {
                    return Mono.fromCompletionStage(stage);
                }
                return (result instanceof Mono<?> mono) ? mono.cast(Object.class) : Mono.empty();
            } catch (Exception ex) {
                return Mono.error(ex);
            }
        });
    }

    record LogAdapter(AnnotatedMethod method) implements McpLogListener {

        @Override
        public void onLog(String serverName, LoggingMessageParams message) {
            // always called with the source
        }

        @Override
        public void onLog(McpSource source, LoggingMessageParams message) {
            this.method.listen(message, source, source.serverName());
        }
    }

    record ChangeAdapter(AnnotatedMethod method) implements McpChangeListener {

        private void on(MethodKind kind, @Nullable Object... available) {
            if (this.method.kind() == kind) {
                this.method.listen(available);
            }
        }

        /** Lists only for a method that has a parameter for the list. */
        private <T> void onList(
                MethodKind kind, String serverName, BiFunction<McpClient, McpCallOptions, List<T>> list) {
            if (this.method.kind() == kind) {
                boolean isWanted = IntStream.of(this.method.indexes()).anyMatch(index -> index == LIST);
                this.method.listen(
                        serverName,
                        isWanted
                                ? list.apply(
                                        this.method.clients().get().get(serverName), McpCallOptions.asApplication())
                                : null);
            }
        }

        @Override
        public void onToolsChanged(String serverName) {
            onList(MethodKind.TOOL_LIST, serverName, McpClient::listTools);
        }

        @Override
        public void onPromptsChanged(String serverName) {
            onList(MethodKind.PROMPT_LIST, serverName, McpClient::listPrompts);
        }

        @Override
        public void onResourcesChanged(String serverName) {
            onList(MethodKind.RESOURCE_LIST, serverName, McpClient::listResources);
        }

        @Override
        public void onResourceUpdated(McpSource source, String uri) {
            on(MethodKind.RESOURCE, source, uri);
        }

        @Override
        public void onTaskStatus(McpSource source, Task task) {
            on(MethodKind.TASK, task, source, source.serverName());
        }
    }
}
