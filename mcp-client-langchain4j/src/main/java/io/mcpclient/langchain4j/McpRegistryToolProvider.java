package io.mcpclient.langchain4j;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.langchain4j.agent.tool.ReturnBehavior;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolProviderRequest;
import dev.langchain4j.service.tool.ToolProviderResult;
import org.jspecify.annotations.Nullable;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.handler.McpProgressListener;
import io.mcpclient.registry.McpRegisteredTool;
import io.mcpclient.registry.McpResourceRegistry;
import io.mcpclient.registry.McpToolOffer;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.registry.McpToolSearch;
import io.mcpclient.registry.McpToolSelection;
import io.mcpclient.registry.McpToolSnapshot;

/**
 * Gives an AI service of LangChain4j the tools of all servers. Each request reads the present view of the
 * {@link McpToolRegistry}, without sending anything: a changed list, a server that is down and one that is back are
 * noticed by the next request. A tool whose server is unavailable is not offered, unless {@link Builder#unavailableTools} is set.
 *
 * <p>A tool's own failure is a result marked as an error. If the call itself fails, the executor throws
 * {@link dev.langchain4j.exception.ToolExecutionException}, whose cause {@link McpToolCallException} LangChain4j gives to its
 * {@link dev.langchain4j.service.tool.ToolExecutionErrorHandler}. Arguments that are not a JSON object are a
 * {@link dev.langchain4j.exception.ToolArgumentsException}. Calls block the thread on which LangChain4j executes tools; an
 * interrupt of that thread cancels the call.
 *
 * <p>Immutable and thread-safe.
 */
public final class McpRegistryToolProvider implements ToolProvider {

    private final Builder settings;

    private final @Nullable ResourceTools resourceTools;

    private volatile Specifications specifications = new Specifications(-1, Map.of());

    private McpRegistryToolProvider(Builder settings) {
        this.settings = settings;
        McpResourceRegistry resources = settings.resources;
        this.resourceTools =
                (resources != null) ? new ResourceTools(resources, settings.servers, settings.context) : null;
    }

    /** Specifications of the tools of one view. */
    private record Specifications(long version, Map<String, ToolSpecification> byName) {}

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

    @Override
    public ToolProviderResult provideTools(ToolProviderRequest request) {
        McpToolOffer offered = this.settings.registry.offer(selection(request));
        Specifications known = specifications(offered.version());
        ToolProviderResult.Builder result = ToolProviderResult.builder();
        McpToolSearch search = offered.search();
        if (search != null) {
            new SearchTools(search, this.settings.registry, this.settings.context).addTo(result);
        }
        offered.tools()
                .forEach(tool -> result.add(
                        known.byName().computeIfAbsent(tool.name(), name -> ToolSpecificationMapper.of(tool)),
                        new RegistryToolExecutor(this.settings.registry, tool, this.settings.context),
                        isReturnedDirectly(tool) ? ReturnBehavior.IMMEDIATE : ReturnBehavior.TO_LLM));
        if (this.resourceTools != null) {
            McpToolSnapshot all = this.settings.registry.snapshot();
            this.resourceTools.addTo(result, name -> all.find(name).isPresent());
        }
        return result.build();
    }

    private boolean isReturnedDirectly(McpRegisteredTool tool) {
        return tool.override().returnDirect() || this.settings.returnDirect.test(tool);
    }

    /** The filters of the registry see the principal of the request and the text of its user message. */
    private McpToolSelection selection(ToolProviderRequest request) {
        McpToolSelection selection =
                McpToolSelection.all().filter(this.settings.filter).filter(this.settings.requestFilter.apply(request));
        if (this.settings.servers != null) {
            selection = selection.forServers(this.settings.servers);
        }
        if (!this.settings.unavailableTools) {
            selection = selection.filter(McpRegisteredTool::available);
        }
        InvocationContext invocation = request.invocationContext();
        McpPrincipal principal = (invocation != null) ? this.settings.context.principal(invocation) : null;
        if (principal != null) {
            selection = selection.principal(principal);
        }
        UserMessage message = request.userMessage();
        return (message != null && message.hasSingleText()) ? selection.query(message.singleText()) : selection;
    }

    private Specifications specifications(long version) {
        Specifications last = this.specifications;
        if (last.version() != version) {
            last = new Specifications(version, new ConcurrentHashMap<>());
            this.specifications = last;
        }
        return last;
    }

    /** Builds a provider. Not thread-safe. */
    public static final class Builder {

        private final McpToolRegistry registry;

        private @Nullable Set<String> servers;

        private Predicate<McpRegisteredTool> filter = tool -> true;

        private Function<ToolProviderRequest, Predicate<McpRegisteredTool>> requestFilter = request -> tool -> true;

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
            this.filter = this.filter.and(selected);
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
            this.context = new CallContext(this.context.callOptions(), principal, this.context.progressListener());
            return this;
        }

        /**
         * Sets options of each call, such as a timeout, headers or {@code _meta}. This is the only way in which something
         * of an invocation other than the arguments reaches a server.
         * @param options returns the options of a call. Default: {@link McpCallOptions#defaults()}
         * @return this builder
         */
        public Builder callOptions(BiFunction<McpRegisteredTool, InvocationContext, McpCallOptions> options) {
            this.context = new CallContext(options, this.context.callPrincipal(), this.context.progressListener());
            return this;
        }

        /**
         * Listens to the progress of all calls whose options have no listener. Each report extends the timeout of its call.
         * @param listener called on threads of the library, must not block
         * @return this builder
         */
        public Builder progressListener(McpProgressListener listener) {
            this.context = new CallContext(this.context.callOptions(), this.context.callPrincipal(), listener);
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
         * limited to the selected servers. If a server has a tool of such a name, the prefix {@code mcp_} is added.
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
         * Offers tools of unavailable servers too. This suits servers that connect on demand and whose tools are stored: a call
         * connects.
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
