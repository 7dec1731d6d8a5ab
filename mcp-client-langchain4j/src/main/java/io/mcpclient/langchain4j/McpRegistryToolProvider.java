package io.mcpclient.langchain4j;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.langchain4j.agent.tool.ReturnBehavior;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolProviderRequest;
import dev.langchain4j.service.tool.ToolProviderResult;
import org.jspecify.annotations.Nullable;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpException;
import io.mcpclient.handler.McpProgressListener;
import io.mcpclient.model.McpModelResult;
import io.mcpclient.registry.McpModelTool;
import io.mcpclient.registry.McpRegisteredTool;
import io.mcpclient.registry.McpResourceRegistry;
import io.mcpclient.registry.McpToolOffer;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.registry.McpToolSelection;

/**
 * Gives an AI service of LangChain4j the tools of all servers. Each request reads the current view of the
 * {@link McpToolRegistry}: a changed list, a server that is down and one that is back are noticed by the next request.
 *
 * <p>A failure that the tool reports, arguments that cannot be used, and a name that does not exist are results marked as errors.
 * If the call itself fails, the executor throws {@link dev.langchain4j.exception.ToolExecutionException}, whose cause
 * {@link McpToolCallException} LangChain4j gives to its {@link dev.langchain4j.service.tool.ToolExecutionErrorHandler}; by default,
 * the model reads its message. Calls block the thread on which LangChain4j executes tools; an interrupt of that thread cancels the
 * call.
 *
 * <p>Immutable and thread-safe.
 */
public final class McpRegistryToolProvider implements ToolProvider {

    private static final InvocationContext NO_INVOCATION =
            InvocationContext.builder().build();

    private final Builder settings;

    private volatile @Nullable Offered last;

    /** What an offer was converted to. */
    private record Offered(McpToolOffer offer, ToolProviderResult result, Map<McpModelTool, ToolSpecification> known) {}

    private McpRegistryToolProvider(Builder settings) {
        this.settings = settings;
    }

    /**
     * Creates a provider of all tools of a registry.
     * @param registry the tools
     * @return the provider
     */
    public static McpRegistryToolProvider of(McpToolRegistry registry) {
        return builder(registry).build();
    }

    /**
     * Starts to build a provider.
     * @param registry the tools
     * @return a builder for all tools
     */
    public static Builder builder(McpToolRegistry registry) {
        return new Builder(registry);
    }

    /**
     * Returns a builder with the settings of this provider.
     * @return a new builder
     */
    public Builder toBuilder() {
        return new Builder(this.settings);
    }

    /**
     * Returns a provider of the tools of some servers, out of those of this provider.
     * @param servers configured names; unknown names have no effect
     * @return the narrower provider
     */
    public McpRegistryToolProvider forServers(String... servers) {
        return toBuilder().forServers(servers).build();
    }

    /**
     * Returns a provider of some of the tools of this provider.
     * @param filter returns whether a tool is offered; called for each request
     * @return the narrower provider
     */
    public McpRegistryToolProvider filter(Predicate<McpRegisteredTool> filter) {
        return toBuilder().filter(filter).build();
    }

    @Override
    public boolean isDynamic() {
        return this.settings.dynamic;
    }

    /**
     * Returns the tools of a request. Starts to connect servers that are not connected, and waits while a server was never
     * connected, see {@link McpToolRegistry#offer}.
     * @param request the request
     * @return the tools
     */
    @Override
    public ToolProviderResult provideTools(ToolProviderRequest request) {
        McpToolOffer offer = this.settings.registry.offer(selection(request));
        Offered known = this.last;
        if (known == null || known.offer() != offer) {
            known = converted(offer, known, InvocationScope.NONE);
            this.last = known;
        }
        return known.result();
    }

    /** Returns the tools of a request in the course of an invocation. */
    ToolProviderResult provideTools(ToolProviderRequest request, InvocationScope scope) {
        return converted(this.settings.registry.offer(selection(request)), this.last, scope)
                .result();
    }

    private Offered converted(McpToolOffer offer, @Nullable Offered before, InvocationScope scope) {
        Map<McpModelTool, ToolSpecification> specifications = new IdentityHashMap<>();
        ToolProviderResult.Builder result = ToolProviderResult.builder();
        for (McpModelTool tool : offer.tools()) {
            ToolSpecification known = (before != null) ? before.known().get(tool) : null;
            ToolSpecification specification = (known != null) ? known : ToolSpecificationMapper.of(tool);
            specifications.put(tool, specification);
            result.add(
                    specification,
                    new ModelToolExecutor(tool, this.settings.context, scope),
                    isReturnedDirectly(tool) ? ReturnBehavior.IMMEDIATE : ReturnBehavior.TO_LLM);
        }
        return new Offered(offer, result.build(), specifications);
    }

    private boolean isReturnedDirectly(McpModelTool tool) {
        McpRegisteredTool registered = tool.registered();
        return tool.returnDirect() || (registered != null && this.settings.returnDirect.test(registered));
    }

    /** The filters of the registry see the principal of the request and the text of its user message. */
    private McpToolSelection selection(ToolProviderRequest request) {
        McpToolSelection selection = selection();
        Function<ToolProviderRequest, Predicate<McpRegisteredTool>> requestFilter = this.settings.requestFilter;
        if (requestFilter != null) {
            selection = selection.filter(requestFilter.apply(request));
        }
        InvocationContext invocation = request.invocationContext();
        McpPrincipal principal = (invocation != null) ? this.settings.context.principal(invocation) : null;
        if (principal != null) {
            selection = selection.principal(principal);
        }
        UserMessage message = request.userMessage();
        return (message != null && message.hasSingleText()) ? selection.query(message.singleText()) : selection;
    }

    private McpToolSelection selection() {
        McpToolSelection selection =
                McpToolSelection.all().resources(this.settings.resources).unavailable(this.settings.unavailableTools);
        if (this.settings.servers != null) {
            selection = selection.forServers(this.settings.servers);
        }
        Predicate<McpRegisteredTool> filter = this.settings.filter;
        return (filter != null) ? selection.filter(filter) : selection;
    }

    /**
     * Returns what answers calls of tools that were not offered: the name of a tool that was found by a search, was offered
     * before, or is invented. LangChain4j ends the invocation with an exception by default. AI services that use this provider
     * have this strategy unless they set another.
     *
     * <p>A tool that the model may call is called, unless calls depend on the invocation, which is not known here: then the model
     * reads how to call it.
     * @return the strategy, for {@link dev.langchain4j.service.AiServices#hallucinatedToolNameStrategy}
     */
    public Function<ToolExecutionRequest, ToolExecutionResultMessage> hallucinatedToolNameStrategy() {
        return this::answer;
    }

    /** Returns whether calls of a name reach a server, if the name was not offered. */
    boolean knows(String name) {
        return this.settings.registry.modelTool(name, selection()).registered() != null;
    }

    private ToolExecutionResultMessage answer(ToolExecutionRequest request) {
        McpModelTool tool = this.settings.registry.modelTool(UnnamedCalls.name(request.name()), selection());
        boolean isKnownCall = this.settings.requestFilter == null && !this.settings.context.isOfInvocation();
        if (tool.registered() != null && !isKnownCall) {
            return answer(
                    request,
                    "The tool was not executed: it was not offered under this name. Use call_tool if it is offered, or continue"
                            + " without the tool.");
        }
        try {
            McpModelResult result =
                    tool.call(request.arguments(), this.settings.context.options(tool.registered(), NO_INVOCATION));
            return ToolExecutionResultMessage.builder()
                    .id(request.id())
                    .toolName(request.name())
                    .text(result.text())
                    .isError(result.isError())
                    .attributes(AttachedContents.attributes(tool, result.media()))
                    .build();
        } catch (McpException ex) { // cancelled, or on a thread that must not block
            return answer(request, "The call was not completed.");
        }
    }

    private static ToolExecutionResultMessage answer(ToolExecutionRequest request, String text) {
        return ToolExecutionResultMessage.builder()
                .id(request.id())
                .toolName(request.name())
                .text(text)
                .isError(true)
                .build();
    }

    boolean isParallel() {
        return this.settings.registry.settings().parallel();
    }

    Executor threads() {
        return this.settings.registry.callThreads();
    }

    /** Builds a provider. Not thread-safe. */
    public static final class Builder {

        private final McpToolRegistry registry;

        private @Nullable Set<String> servers;

        private @Nullable Predicate<McpRegisteredTool> filter;

        private @Nullable Function<ToolProviderRequest, Predicate<McpRegisteredTool>> requestFilter;

        private Predicate<McpRegisteredTool> returnDirect = tool -> false;

        private CallContext context = CallContext.none();

        private @Nullable McpResourceRegistry resources;

        private boolean dynamic;

        private boolean unavailableTools;

        private Builder(McpToolRegistry registry) {
            if (registry == null) {
                throw new IllegalArgumentException("the argument \"registry\" is null: pass a registry");
            }
            this.registry = registry;
        }

        private Builder(Builder other) {
            this.registry = other.registry;
            this.servers = other.servers;
            this.filter = other.filter;
            this.requestFilter = other.requestFilter;
            this.returnDirect = other.returnDirect;
            this.context = other.context;
            this.resources = other.resources;
            this.dynamic = other.dynamic;
            this.unavailableTools = other.unavailableTools;
        }

        /**
         * Offers only the tools of some servers, out of those selected so far.
         * @param names configured names; unknown names have no effect
         * @return this builder
         */
        public Builder forServers(String... names) {
            Set<String> before = this.servers;
            this.servers = Stream.of(names)
                    .filter(name -> before == null || before.contains(name))
                    .collect(Collectors.toUnmodifiableSet());
            return this;
        }

        /**
         * Offers only some tools, out of those selected so far.
         * @param selected returns whether a tool is offered; called for each request
         * @return this builder
         */
        public Builder filter(Predicate<McpRegisteredTool> selected) {
            this.filter = (this.filter != null) ? this.filter.and(selected) : selected;
            return this;
        }

        /**
         * Selects tools by the request: its user message, memory id or invocation parameters.
         * @param selection called once for each request; returns whether a tool is offered. Default: all
         * @return this builder
         */
        public Builder requestFilter(Function<ToolProviderRequest, Predicate<McpRegisteredTool>> selection) {
            this.requestFilter = selection;
            return this;
        }

        /**
         * Makes calls on behalf of a principal.
         * @param principal returns the principal by the memory id or the parameters of the invocation; {@code null} if the
         *     client's own resolver decides. Default: {@code null} for all calls
         * @return this builder
         */
        public Builder principal(Function<InvocationContext, @Nullable McpPrincipal> principal) {
            this.context =
                    new CallContext(this.context.callOptions(), principal, this.context.progressListener(), true);
            return this;
        }

        /**
         * Sets options of each call, such as a timeout, headers or {@code _meta}. This is the only way in which something
         * of an invocation other than the arguments reaches a server.
         * @param options returns the options of a call. Default: those whose timeout is
         *     {@linkplain McpCallOptions#withTimeoutExtendedByProgress(boolean) extended by progress}
         * @return this builder
         */
        public Builder callOptions(BiFunction<McpRegisteredTool, InvocationContext, McpCallOptions> options) {
            this.context =
                    new CallContext(options, this.context.callPrincipal(), this.context.progressListener(), true);
            return this;
        }

        /**
         * Listens to the progress of all calls whose options have no listener. Each report extends the timeout of its call.
         * @param listener called on threads of the library, must not block
         * @return this builder
         */
        public Builder progressListener(McpProgressListener listener) {
            this.context = new CallContext(
                    this.context.callOptions(), this.context.callPrincipal(), listener, this.context.isOfInvocation());
            return this;
        }

        /**
         * Returns results of some tools to the caller of the AI service instead of the model
         * ({@link ReturnBehavior#IMMEDIATE}).
         * @param tools returns whether results of a tool are returned directly. Default: no tool
         * @return this builder
         */
        public Builder returnDirect(Predicate<McpRegisteredTool> tools) {
            this.returnDirect = tools;
            return this;
        }

        /**
         * Adds two tools with which a model lists and reads resources: {@code list_resources} and {@code read_resource},
         * limited to the selected servers.
         * @param registry the resources; {@code null} for no such tools, the default
         * @return this builder
         */
        public Builder resources(@Nullable McpResourceRegistry registry) {
            this.resources = registry;
            return this;
        }

        /**
         * Reads the view again before each request to the model within one invocation of the AI service, not only at its
         * start. LangChain4j's tool search does not include dynamic providers.
         * @param isDynamic whether to do so; {@code false} by default
         * @return this builder
         * @see ToolProvider#isDynamic()
         */
        public Builder dynamic(boolean isDynamic) {
            this.dynamic = isDynamic;
            return this;
        }

        /**
         * Offers tools of all unavailable servers, not only of those that were connected until recently. A call connects.
         * @param offered whether to do so; {@code false} by default
         * @return this builder
         * @see McpToolRegistry
         */
        public Builder unavailableTools(boolean offered) {
            this.unavailableTools = offered;
            return this;
        }

        /**
         * Builds the provider.
         * @return the provider
         */
        public McpRegistryToolProvider build() {
            return new McpRegistryToolProvider(new Builder(this));
        }
    }

    @Override
    public String toString() {
        return "McpRegistryToolProvider[servers=" + (this.settings.servers != null ? this.settings.servers : "all")
                + "]";
    }
}
