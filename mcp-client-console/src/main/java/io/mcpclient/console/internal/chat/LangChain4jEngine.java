package io.mcpclient.console.internal.chat;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicReference;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.response.StreamingHandle;
import dev.langchain4j.model.output.TokenUsage;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.Result;
import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.V;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolProviderResult;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink;
import reactor.core.publisher.Mono;

import io.mcpclient.langchain4j.McpRegistryToolProvider;
import io.mcpclient.model.McpModelResult;

/** Models of LangChain4j: those that stream, or others if there are none. Thread-safe. */
public final class LangChain4jEngine implements ChatEngine {

    private static final String FRAMEWORK = "LangChain4j";

    private final ListableBeanFactory beans;

    private final ObjectProvider<McpRegistryToolProvider> tools;

    /**
     * Creates the engine.
     * @param beans beans of the application
     */
    public LangChain4jEngine(ListableBeanFactory beans) {
        this.beans = beans;
        this.tools = beans.getBeanProvider(McpRegistryToolProvider.class);
    }

    /** What LangChain4j implements. The message is a value, not a template. */
    interface Assistant {

        @dev.langchain4j.service.UserMessage("{{message}}")
        Result<String> respond(@V("message") String message);

        @dev.langchain4j.service.UserMessage("{{message}}")
        TokenStream stream(@V("message") String message);
    }

    @Override
    public List<Model> models() {
        return beans().models();
    }

    private ModelBeans<?> beans() {
        return (this.beans.getBeanNamesForType(StreamingChatModel.class).length > 0)
                ? new ModelBeans<>(
                        this.beans, StreamingChatModel.class, FRAMEWORK, model -> model.defaultRequestParameters()
                                .modelName())
                : new ModelBeans<>(this.beans, ChatModel.class, FRAMEWORK, model -> model.defaultRequestParameters()
                        .modelName());
    }

    @Override
    public Flux<Part> respond(Request request) {
        return Flux.defer(() -> {
            Object model = beans().get(request.model());
            return (model instanceof StreamingChatModel streaming)
                    ? streamed(assistant(request).streamingChatModel(streaming).build(), request)
                    : whole(assistant(request).chatModel((ChatModel) model).build(), request);
        });
    }

    private static Flux<Part> whole(Assistant assistant, Request request) {
        return Mono.fromCallable(() -> respond(assistant, request))
                .map(result -> new Part(text(result.content()), tokens(result.tokenUsage())))
                .flux();
    }

    /** The end of a cancelled request is a failure, which nobody receives. */
    private static @Nullable Result<String> respond(Assistant assistant, Request request) {
        try {
            return assistant.respond(request.message());
        } catch (RuntimeException ex) {
            if (request.tools().isCancelled()) {
                return null;
            }
            throw ex;
        }
    }

    private static Flux<Part> streamed(Assistant assistant, Request request) {
        return Flux.create(sink -> {
            AtomicReference<StreamingHandle> handle = new AtomicReference<>();
            sink.onCancel(() -> cancel(handle.get()));
            assistant.stream(request.message())
                    .onPartialResponseWithContext((partial, context) -> {
                        handle.set(context.streamingHandle());
                        received(sink, partial.text(), context.streamingHandle());
                    })
                    .onCompleteResponse(response -> {
                        sink.next(new Part("", tokens(response.tokenUsage())));
                        sink.complete();
                    })
                    .onError(ex -> failed(sink, ex))
                    .start();
        });
    }

    private static void received(FluxSink<Part> sink, String text, StreamingHandle handle) {
        if (sink.isCancelled()) {
            cancel(handle);
        } else {
            sink.next(new Part(text, null));
        }
    }

    private static void failed(FluxSink<Part> sink, Throwable failure) {
        if (!sink.isCancelled()) {
            sink.error(failure);
        }
    }

    private static void cancel(@Nullable StreamingHandle handle) {
        if (handle != null) {
            handle.cancel();
        }
    }

    private AiServices<Assistant> assistant(Request request) {
        ChatTools offered = request.tools();
        MessageWindowChatMemory memory = MessageWindowChatMemory.withMaxMessages(Integer.MAX_VALUE);
        request.history().forEach(exchange -> {
            memory.add(UserMessage.from(exchange.message()));
            memory.add(AiMessage.from(exchange.answer()));
        });
        return AiServices.builder(Assistant.class)
                .chatMemory(memory)
                .toolProvider(reported(offered))
                .hallucinatedToolNameStrategy(call -> ToolExecutionResultMessage.from(
                        call,
                        offered.call(offered.named(call.name()), call.arguments())
                                .text()))
                .chatRequestTransformer(next -> {
                    if (offered.isCancelled()) {
                        throw new CancellationException("the user has stopped the model");
                    }
                    return next;
                });
    }

    private ToolProvider reported(ChatTools offered) {
        McpRegistryToolProvider.Builder builder =
                this.tools.getIfUnique(() -> McpRegistryToolProvider.of(offered.registry())).toBuilder()
                        .principal(invocation -> offered.principal());
        List<String> servers = offered.servers();
        McpRegistryToolProvider provider =
                (servers.isEmpty() ? builder : builder.forServers(servers.toArray(String[]::new))).build();
        return request -> {
            ToolProviderResult.Builder result = ToolProviderResult.builder();
            provider.provideTools(request)
                    .tools()
                    .keySet()
                    .forEach(specification -> result.add(specification, new Reported(offered)));
            return result.build();
        };
    }

    private static String text(@Nullable String text) {
        return Objects.requireNonNullElse(text, "");
    }

    private static @Nullable Tokens tokens(@Nullable TokenUsage usage) {
        return (usage != null) ? new Tokens(usage.inputTokenCount(), usage.outputTokenCount()) : null;
    }

    /** Makes the calls of tools steps of a conversation. */
    private record Reported(ChatTools tools) implements ToolExecutor {

        @Override
        public String execute(ToolExecutionRequest request, Object memoryId) {
            return call(request).text();
        }

        @Override
        public ToolExecutionResult executeWithContext(
                ToolExecutionRequest request, @Nullable InvocationContext invocation) {
            McpModelResult result = call(request);
            return ToolExecutionResult.builder()
                    .isError(result.isError())
                    .resultText(result.text())
                    .build();
        }

        private McpModelResult call(ToolExecutionRequest request) {
            return this.tools.call(this.tools.named(request.name()), request.arguments());
        }
    }
}
