package io.mcpclient.autoconfigure.beans;

import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;

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
import io.mcpclient.schema.CreateMessageParams;
import io.mcpclient.schema.ElicitFormParams;
import io.mcpclient.schema.ElicitURLParams;
import io.mcpclient.schema.LoggingMessageParams;
import io.mcpclient.schema.Prompt;
import io.mcpclient.schema.Resource;
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

/** What an annotated method of a bean handles: the annotation, the types of its parameters, and the interface that it replaces. */
enum MethodKind {
    SAMPLING(
            McpSampling.class,
            McpSamplingHandler.class,
            ReactiveMcpSamplingHandler.class,
            CreateMessageParams.class,
            McpRequestContext.class,
            String.class),
    ELICITATION(
            McpElicitation.class,
            McpElicitationHandler.class,
            ReactiveMcpElicitationHandler.class,
            ElicitFormParams.class,
            McpRequestContext.class,
            String.class),
    URL_ELICITATION(
            McpUrlElicitation.class,
            McpUrlElicitationHandler.class,
            ReactiveMcpUrlElicitationHandler.class,
            ElicitURLParams.class,
            McpRequestContext.class,
            String.class),
    ROOTS(
            McpRoots.class,
            McpRootsProvider.class,
            ReactiveMcpRootsProvider.class,
            McpRequestContext.class,
            String.class),
    LOGGING(McpLogging.class, McpLogListener.class, null, LoggingMessageParams.class, McpSource.class, String.class),
    PROGRESS(McpProgressUpdate.class, McpProgressListener.class, null, McpProgress.class, String.class),
    TOOL_LIST(McpToolListChanged.class, McpChangeListener.class, null, String.class, listOf(Tool.class)),
    PROMPT_LIST(McpPromptListChanged.class, McpChangeListener.class, null, String.class, listOf(Prompt.class)),
    RESOURCE_LIST(McpResourceListChanged.class, McpChangeListener.class, null, String.class, listOf(Resource.class)),
    RESOURCE(McpResourceUpdated.class, McpChangeListener.class, null, McpSource.class, String.class),
    TASK(McpTaskUpdated.class, McpChangeListener.class, null, Task.class, McpSource.class, String.class);

    private final Class<? extends Annotation> annotation;

    private final Class<?> type;

    private final @Nullable Class<?> reactiveType;

    private final List<Type> parameters;

    MethodKind(
            Class<? extends Annotation> annotation,
            Class<?> type,
            @Nullable Class<?> reactiveType,
            Type... parameters) {
        this.annotation = annotation;
        this.type = type;
        this.reactiveType = reactiveType;
        this.parameters = List.of(parameters);
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
}
