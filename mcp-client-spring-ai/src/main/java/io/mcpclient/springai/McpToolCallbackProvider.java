package io.mcpclient.springai;

import java.util.Arrays;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.ToolCallbackProvider;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.registry.McpModelTool;
import io.mcpclient.registry.McpRegisteredTool;
import io.mcpclient.registry.McpResourceRegistry;
import io.mcpclient.registry.McpToolOffer;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.registry.McpToolSelection;

/**
 * Tools of all MCP servers as tool callbacks of Spring AI, under their unique names in the {@link McpToolRegistry}. Each call
 * of {@link #getToolCallbacks()} reads the current view of the registry, which costs nothing while nothing changes.
 *
 * <pre>{@code
 * ChatClient client = ChatClient.builder(model).defaultToolCallbacks(provider).build();
 * }</pre>
 *
 * A {@code ChatClient} asks its providers at each prompt, so a prompt sees the tools that servers offer at that moment. This
 * applies to {@code defaultToolCallbacks(provider)}, {@code defaultTools(provider)}, {@code toolCallbacks(provider)} and
 * {@code tools(provider)}. It does not apply to {@code defaultToolCallbacks(provider.getToolCallbacks())}, which passes an
 * array. During one prompt, the tools stay the same.
 *
 * <p>Tools of servers that are connected, or were until recently, are offered; see {@link #withUnavailable()}. The methods that
 * return a provider return a narrowed or changed copy. Immutable and thread-safe.
 */
public final class McpToolCallbackProvider implements ToolCallbackProvider {

    private final McpToolRegistry registry;

    private final McpToolSelection selection;

    private final ToolCallSettings settings;

    private volatile @Nullable Callbacks last;

    /** The callbacks of one offer. */
    private record Callbacks(McpToolOffer offer, McpToolCallback[] all) {}

    private McpToolCallbackProvider(McpToolRegistry registry, McpToolSelection selection, ToolCallSettings settings) {
        this.registry = registry;
        this.selection = selection;
        this.settings = settings;
    }

    /**
     * Creates a provider of all tools of all servers.
     * @param registry the registry, which remains the caller's to close
     * @return the provider
     */
    public static McpToolCallbackProvider of(McpToolRegistry registry) {
        return new McpToolCallbackProvider(registry, McpToolSelection.all(), ToolCallSettings.NONE);
    }

    private McpToolCallbackProvider with(McpToolSelection changed) {
        return new McpToolCallbackProvider(this.registry, changed, this.settings);
    }

    private McpToolCallbackProvider with(ToolCallSettings changed) {
        return new McpToolCallbackProvider(this.registry, this.selection, changed);
    }

    /**
     * Returns a provider of the tools of some servers only, out of those of this provider.
     * @param servers configured names; an unknown name has no tools
     * @return the narrowed provider
     */
    public McpToolCallbackProvider forServers(String... servers) {
        return with(this.selection.onlyServers(servers));
    }

    /**
     * Returns a provider of the tools that a condition accepts, in addition to the conditions so far.
     * @param condition called for each tool at each prompt, must not block
     * @return the narrowed provider
     */
    public McpToolCallbackProvider filter(Predicate<McpRegisteredTool> condition) {
        return with(this.selection.filter(condition));
    }

    /**
     * Returns a provider that also offers the tools of all servers that are not connected, as last known. A call of such a tool
     * connects to a server that connects on first use, and fails if a server is down.
     * @return the changed provider
     * @see McpRegisteredTool#available()
     */
    public McpToolCallbackProvider withUnavailable() {
        return with(this.selection.unavailable(true));
    }

    /**
     * Returns a provider that also offers two tools with which a model lists and reads resources: {@code list_resources} and
     * {@code read_resource}.
     * @param resources the resources
     * @return the changed provider
     */
    public McpToolCallbackProvider withResources(McpResourceRegistry resources) {
        return with(this.selection.resources(resources));
    }

    /**
     * Returns a provider for whose tools the result goes to the caller of the prompt, not to the model, if their names match.
     * @param patterns names in the registry, in which {@code *} stands for any characters; they replace those so far
     * @return the changed provider
     * @see org.springframework.ai.tool.metadata.ToolMetadata#returnDirect()
     */
    public McpToolCallbackProvider withReturnDirect(String... patterns) {
        return with(this.settings.withReturnDirect(List.of(patterns)));
    }

    /**
     * Returns a provider that sends entries of the tool context to the server, in {@code _meta} of the request. Nothing of
     * the tool context is sent by default.
     * @param keys keys in the tool context and in {@code _meta}; they replace those so far
     * @return the changed provider
     * @throws IllegalArgumentException if a key is malformed, reserved by the protocol, or one of {@link McpToolContext}
     */
    public McpToolCallbackProvider withToolContextKeys(String... keys) {
        return with(this.settings.withToolContextKeys(List.of(keys)));
    }

    /**
     * Returns a provider that offers the tools which fit a text, where {@code mcp.tools.search.threshold} limits the number of
     * tools. Filters of the registry see the text.
     *
     * <pre>{@code
     * client.prompt(question).toolCallbacks(provider.forQuery(question)).call()
     * }</pre>
     *
     * @param text what the user wants, such as their message
     * @return the provider for one prompt
     * @see McpToolRegistry#offer
     */
    public McpToolCallbackProvider forQuery(String text) {
        return with(this.selection.query(text));
    }

    /**
     * Returns a provider that offers and calls tools on behalf of a principal. Filters of the registry see it; the principal in
     * the tool context of a prompt, see {@link McpToolContext}, takes precedence for calls.
     * @param principal the principal
     * @return the provider for prompts of that principal
     */
    public McpToolCallbackProvider forPrincipal(McpPrincipal principal) {
        return new McpToolCallbackProvider(
                this.registry, this.selection.principal(principal), this.settings.withPrincipal(principal));
    }

    ToolCallSettings settings() {
        return this.settings;
    }

    /**
     * Returns the callbacks of the tools that can be called now. If they are more than {@code mcp.tools.search.threshold}, it
     * is those that fit the {@linkplain #forQuery query}, preceded by {@code search_tools} and {@code call_tool}, with which
     * the model finds and calls the others.
     *
     * <p>Starts to connect servers that are not connected, and waits while a server was never connected, see
     * {@link McpToolRegistry#offer}.
     * @return a new array, ordered by server name, the tools of each server in its order; equal offers have the same callbacks
     */
    @Override
    public ToolCallback[] getToolCallbacks() {
        McpToolOffer offer = this.registry.offer(this.selection);
        Callbacks known = this.last;
        if (known == null || known.offer() != offer) {
            known = new Callbacks(offer, callbacks(offer, known));
            this.last = known;
        }
        return Arrays.copyOf(known.all(), known.all().length, ToolCallback[].class);
    }

    private McpToolCallback[] callbacks(McpToolOffer offer, @Nullable Callbacks before) {
        Map<McpModelTool, McpToolCallback> known = new IdentityHashMap<>();
        if (before != null) {
            for (McpToolCallback callback : before.all()) {
                known.put(callback.tool(), callback);
            }
        }
        return offer.tools().stream()
                .map(tool -> known.containsKey(tool) ? known.get(tool) : new McpToolCallback(tool, this))
                .toArray(McpToolCallback[]::new);
    }

    /** Returns the callback of a name that the prompt does not have. */
    McpToolCallback callback(String name, Collection<String> offered) {
        return new McpToolCallback(this.registry.modelTool(name, this.selection, offered), this);
    }
}
