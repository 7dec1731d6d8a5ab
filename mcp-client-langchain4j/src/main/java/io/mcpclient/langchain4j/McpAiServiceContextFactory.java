package io.mcpclient.langchain4j;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.function.Function;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.service.AiServiceContext;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolService;
import dev.langchain4j.service.tool.ToolServiceContext;
import dev.langchain4j.spi.services.AiServiceContextFactory;
import org.jspecify.annotations.Nullable;

/**
 * Gives AI services that use an {@link McpRegistryToolProvider} defaults which suit it. LangChain4j finds it; applications need not
 * name it. AI services without such a provider are as they are without this class, and what an application sets takes precedence:
 *
 * <ul>
 *   <li>The name of a tool that is not offered, or none, is answered with text; see
 *       {@link dev.langchain4j.service.AiServices#hallucinatedToolNameStrategy}.
 *   <li>With {@code mcp.tools.parallel}, tool calls of one turn run in parallel; see
 *       {@link dev.langchain4j.service.AiServices#executeToolsConcurrently(Executor)}. That includes other tools of the service;
 *       calls of MCP tools that write wait for each other.
 *   <li>Calls on other threads than the one of the caller, in parallel or of a streaming model, have the thread locals of the
 *       caller that are registered with Micrometer's context propagation, if the application has that library.
 *   <li>Media in results of MCP tools are arranged as the integration of the model supports them.
 * </ul>
 */
public final class McpAiServiceContextFactory implements AiServiceContextFactory {

    /** Creates the factory; LangChain4j does so. */
    public McpAiServiceContextFactory() {}

    /**
     * Creates the context of one AI service.
     * @param aiServiceClass interface of the service
     * @return the context
     */
    @Override
    public AiServiceContext create(Class<?> aiServiceClass) {
        return new Context(aiServiceClass);
    }

    /** A context whose tools notice our provider. */
    private static final class Context extends AiServiceContext {

        Context(Class<?> aiServiceClass) {
            super(aiServiceClass);
            this.toolService = new Tools(this);
        }

        Optional<ModelProvider> provider() {
            return Optional.ofNullable(this.chatModel)
                    .map(model -> model.provider())
                    .or(() -> Optional.ofNullable(this.streamingChatModel).map(model -> model.provider()));
        }
    }

    private static final class Tools extends ToolService {

        private final Context context;

        private @Nullable Function<ToolExecutionRequest, ToolExecutionResultMessage> strategy;

        private boolean hasStrategy;

        private boolean hasExecutor;

        private @Nullable BiFunction<ChatRequest, Object, ChatRequest> arranging;

        Tools(Context context) {
            this.context = context;
        }

        @Override
        public void toolProvider(ToolProvider added) {
            super.toolProvider(added);
            adapt();
        }

        @Override
        public void toolProviders(Collection<ToolProvider> added) {
            super.toolProviders(added);
            adapt();
        }

        @Override
        public void hallucinatedToolNameStrategy(Function<ToolExecutionRequest, ToolExecutionResultMessage> strategy) {
            this.hasStrategy = true;
            this.strategy = strategy;
            super.hallucinatedToolNameStrategy(strategy);
        }

        @Override
        public void executeToolsConcurrently() {
            this.hasExecutor = true;
            super.executeToolsConcurrently();
        }

        @Override
        public void executeToolsConcurrently(Executor executor) {
            this.hasExecutor = true;
            super.executeToolsConcurrently(executor);
        }

        private List<McpRegistryToolProvider> own() {
            return toolProviders().stream()
                    .filter(McpRegistryToolProvider.class::isInstance)
                    .map(McpRegistryToolProvider.class::cast)
                    .toList();
        }

        /** LangChain4j keeps only the text of the answer. */
        @Override
        public ToolExecutionResult applyToolHallucinationStrategy(ToolExecutionRequest request) {
            Function<ToolExecutionRequest, ToolExecutionResultMessage> present = this.strategy;
            if (present == null || own().isEmpty()) {
                return super.applyToolHallucinationStrategy(request);
            }
            ToolExecutionResultMessage answer = present.apply(request);
            return ToolExecutionResult.builder()
                    .resultText(answer.text())
                    .isError(Boolean.TRUE.equals(answer.isError()))
                    .attributes(answer.attributes())
                    .build();
        }

        private void adapt() {
            List<McpRegistryToolProvider> own = own();
            if (!own.isEmpty() && !this.hasStrategy) {
                this.strategy = request -> own.stream()
                        .filter(provider -> provider.knows(UnnamedCalls.name(request.name())))
                        .findFirst()
                        .orElse(own.get(0))
                        .hallucinatedToolNameStrategy()
                        .apply(request);
            }
            own.stream()
                    .filter(provider -> provider.isParallel() && !this.hasExecutor)
                    .findFirst()
                    .ifPresent(
                            provider -> super.executeToolsConcurrently(CallerThread.propagating(provider.threads())));
        }

        /** The transformer of the application may be set later than the provider. */
        @Override
        public ToolServiceContext createContext(
                InvocationContext invocation, UserMessage message, List<ChatMessage> messages) {
            List<McpRegistryToolProvider> own = own();
            if (own.isEmpty()) {
                return super.createContext(invocation, message, messages);
            }
            BiFunction<ChatRequest, Object, ChatRequest> present = this.context.chatRequestTransformer;
            if (present != this.arranging) {
                this.arranging = (request, memoryId) -> AttachedContents.arranged(
                        UnnamedCalls.named(present.apply(request, memoryId)),
                        this.context.provider().orElse(ModelProvider.OTHER));
                this.context.chatRequestTransformer = this.arranging;
            }
            ToolServiceContext tools = super.createContext(invocation, message, messages);
            boolean isParallel = own.stream().anyMatch(McpRegistryToolProvider::isParallel);
            return (isParallel || this.context.streamingChatModel != null)
                    ? InvocationScope.begin(isParallel).applied(tools)
                    : tools;
        }
    }
}
