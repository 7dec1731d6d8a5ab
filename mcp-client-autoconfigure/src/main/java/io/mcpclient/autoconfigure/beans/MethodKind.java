package io.mcpclient.autoconfigure.beans;

import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.net.URI;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import reactor.core.publisher.Mono;

import io.mcpclient.autoconfigure.beans.AnnotatedMethod.ChangeAdapter;
import io.mcpclient.autoconfigure.beans.AnnotatedMethod.LogAdapter;
import io.mcpclient.handler.McpChangeListener;
import io.mcpclient.handler.McpElicitationHandler;
import io.mcpclient.handler.McpLogListener;
import io.mcpclient.handler.McpProgress;
import io.mcpclient.handler.McpProgressListener;
import io.mcpclient.handler.McpRequestContext;
import io.mcpclient.handler.McpRootsProvider;
import io.mcpclient.handler.McpSamplingHandler;
import io.mcpclient.handler.McpSource;
import io.mcpclient.handler.McpUrlElicitationHandler;
import io.mcpclient.handler.ReactiveMcpElicitationHandler;
import io.mcpclient.handler.ReactiveMcpRootsProvider;
import io.mcpclient.handler.ReactiveMcpSamplingHandler;
import io.mcpclient.handler.ReactiveMcpUrlElicitationHandler;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.schema.CreateMessageParams;
import io.mcpclient.schema.CreateMessageResult;
import io.mcpclient.schema.ElicitFormParams;
import io.mcpclient.schema.ElicitResult;
import io.mcpclient.schema.ElicitURLParams;
import io.mcpclient.schema.LoggingMessageParams;
import io.mcpclient.schema.Prompt;
import io.mcpclient.schema.Resource;
import io.mcpclient.schema.Root;
import io.mcpclient.schema.Task;
import io.mcpclient.schema.Tool;
import io.mcpclient.spring.McpElicitation;
import io.mcpclient.spring.McpLogging;
import io.mcpclient.spring.McpProgressUpdate;
import io.mcpclient.spring.McpPromptListChanged;
import io.mcpclient.spring.McpResourceListChanged;
import io.mcpclient.spring.McpResourceUpdated;
import io.mcpclient.spring.McpRoots;
import io.mcpclient.spring.McpSampling;
import io.mcpclient.spring.McpTaskUpdated;
import io.mcpclient.spring.McpToolListChanged;
import io.mcpclient.spring.McpUrlElicitation;

/**
 * What an annotated method of a bean handles: the annotation, the interface that the method replaces, how its result becomes a response,
 * and the types of its parameters.
 */
enum MethodKind {
    SAMPLING(
            McpSampling.class,
            McpSamplingHandler.class,
            method -> (params, context) ->
                    (CreateMessageResult) required(method.invoke(params, context, context.serverName())),
            ReactiveMcpSamplingHandler.class,
            method -> (params, context) ->
                    method.mono(params, context, context.serverName()).cast(CreateMessageResult.class),
            CreateMessageParams.class,
            McpRequestContext.class,
            String.class),
    ELICITATION(
            McpElicitation.class,
            McpElicitationHandler.class,
            method -> (params, context) -> answer(method.invoke(params, context, context.serverName())),
            ReactiveMcpElicitationHandler.class,
            method -> (params, context) -> answers(method.mono(params, context, context.serverName())),
            ElicitFormParams.class,
            McpRequestContext.class,
            String.class),
    URL_ELICITATION(
            McpUrlElicitation.class,
            McpUrlElicitationHandler.class,
            method -> (params, context) -> answer(method.invoke(params, context, context.serverName())),
            ReactiveMcpUrlElicitationHandler.class,
            method -> (params, context) -> answers(method.mono(params, context, context.serverName())),
            ElicitURLParams.class,
            McpRequestContext.class,
            String.class),
    ROOTS(
            McpRoots.class,
            McpRootsProvider.class,
            method -> context -> roots(required(method.invoke(context, context.serverName()))),
            ReactiveMcpRootsProvider.class,
            method -> context -> method.mono(context, context.serverName()).map(MethodKind::roots),
            McpRequestContext.class,
            String.class),
    LOGGING(
            McpLogging.class,
            McpLogListener.class,
            LogAdapter::new,
            LoggingMessageParams.class,
            McpSource.class,
            String.class),
    PROGRESS(
            McpProgressUpdate.class,
            McpProgressListener.class,
            method -> progress -> method.listen(progress, progress.serverName()),
            McpProgress.class,
            String.class),
    TOOL_LIST(McpToolListChanged.class, McpChangeListener.class, ChangeAdapter::new, String.class, listOf(Tool.class)),
    PROMPT_LIST(
            McpPromptListChanged.class,
            McpChangeListener.class,
            ChangeAdapter::new,
            String.class,
            listOf(Prompt.class)),
    RESOURCE_LIST(
            McpResourceListChanged.class,
            McpChangeListener.class,
            ChangeAdapter::new,
            String.class,
            listOf(Resource.class)),
    RESOURCE(McpResourceUpdated.class, McpChangeListener.class, ChangeAdapter::new, McpSource.class, String.class),
    TASK(McpTaskUpdated.class, McpChangeListener.class, ChangeAdapter::new, Task.class, McpSource.class, String.class);

    private static final JsonCodec CODEC = new JsonCodec(JsonLimits.DEFAULT);

    private final Class<? extends Annotation> annotation;

    private final Class<?> type;

    private final Function<AnnotatedMethod, ?> adapter;

    private final @Nullable Class<?> reactiveType;

    private final @Nullable Function<AnnotatedMethod, ?> reactiveAdapter;

    private final List<Type> parameters;

    /** Creates the kind of a listener. */
    <L> MethodKind(
            Class<? extends Annotation> annotation,
            Class<L> type,
            Function<AnnotatedMethod, L> adapter,
            Type... parameters) {
        this(annotation, type, adapter, null, null, parameters);
    }

    /** Creates the kind of a handler. */
    <H, R> MethodKind(
            Class<? extends Annotation> annotation,
            Class<H> type,
            Function<AnnotatedMethod, H> adapter,
            @Nullable Class<R> reactiveType,
            @Nullable Function<AnnotatedMethod, R> reactiveAdapter,
            Type... parameters) {
        this.annotation = annotation;
        this.type = type;
        this.adapter = adapter;
        this.reactiveType = reactiveType;
        this.reactiveAdapter = reactiveAdapter;
        this.parameters = List.of(parameters);
    }

    /** Returns the interfaces of handlers and listeners that methods replace. */
    static Stream<Class<?>> types() {
        return Stream.of(values())
                .<Class<?>>flatMap(kind -> Stream.of(kind.type(false), kind.type(true)))
                .distinct();
    }

    static List<Class<? extends Annotation>> annotations() {
        return Stream.of(values())
                .<Class<? extends Annotation>>map(MethodKind::annotation)
                .toList();
    }

    Class<? extends Annotation> annotation() {
        return this.annotation;
    }

    /** Returns the interface of the bean that a method replaces. */
    Class<?> type(boolean isReactive) {
        Class<?> reactive = this.reactiveType;
        return (isReactive && reactive != null) ? reactive : this.type;
    }

    /** Returns the handler or listener that calls a method. */
    Object adapter(AnnotatedMethod method) {
        Function<AnnotatedMethod, ?> reactive = this.reactiveAdapter;
        return ((method.isReactive() && reactive != null) ? reactive : this.adapter).apply(method);
    }

    /** Returns the types of arguments, in the order in which they are given to {@link AnnotatedMethod#invoke}. */
    List<Type> parameters() {
        return this.parameters;
    }

    boolean isListener() {
        return this.reactiveType == null;
    }

    String allowed() {
        return this.parameters.stream().map(MethodKind::name).collect(Collectors.joining(", "));
    }

    /** Returns a type as it is written in Java with imports. */
    static String name(Type type) {
        ResolvableType resolvable = ResolvableType.forType(type);
        String name = resolvable.toClass().getSimpleName();
        return resolvable.hasGenerics()
                ? Stream.of(resolvable.getGenerics())
                        .map(generic -> name(generic.getType()))
                        .collect(Collectors.joining(", ", name + "<", ">"))
                : name;
    }

    private static Type listOf(Class<?> element) {
        return ResolvableType.forClassWithGenerics(List.class, element).getType();
    }

    private static Mono<ElicitResult> answers(Mono<Object> results) {
        return results.map(MethodKind::answer).defaultIfEmpty(ElicitResult.decline());
    }

    @SuppressWarnings("unchecked") // written as a JSON object
    private static ElicitResult answer(@Nullable Object result) {
        if (result instanceof Optional<?> optional) {
            return answer(optional.orElse(null));
        }
        if (result == null) {
            return ElicitResult.decline();
        }
        if (result instanceof ElicitResult answer) {
            return answer;
        }
        return ElicitResult.accept((Map<String, Object>) required(CODEC.convert(result, Map.class)));
    }

    private static List<Root> roots(Object result) {
        if (!(result instanceof Collection<?> all)) {
            throw new IllegalStateException("a method with @McpRoots must return a collection");
        }
        return all.stream()
                .map(root -> (root instanceof Root known)
                        ? known
                        : Root.of((root instanceof URI uri) ? uri.toString() : String.valueOf(root)))
                .toList();
    }

    private static Object required(@Nullable Object result) {
        if (result == null) {
            throw new IllegalStateException("the annotated method returned null");
        }
        return result;
    }
}
