package io.mcpclient.springai;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.ToolCallbackProvider;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.registry.McpRegisteredTool;
import io.mcpclient.registry.McpToolOffer;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.registry.McpToolSearch;
import io.mcpclient.registry.McpToolSelection;

/**
 * Tools of all MCP servers as tool callbacks of Spring AI, under their unique names in the {@link McpToolRegistry}. Each call
 * of {@link #getToolCallbacks()} reads the current view of the registry without sending a request.
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
 * <p>Only tools of connected servers are offered; see {@link #withUnavailable()}. The methods that return a provider return a
 * narrowed or changed copy. Immutable and thread-safe.
 */
public final class McpToolCallbackProvider implements ToolCallbackProvider {

    private final McpToolRegistry registry;

    private final McpToolSelection selection;

    private final boolean unavailable;

    private final ToolCallSettings settings;

    private McpToolCallbackProvider(
            McpToolRegistry registry, McpToolSelection selection, boolean unavailable, ToolCallSettings settings) {
        this.registry = registry;
        this.selection = selection;
        this.unavailable = unavailable;
        this.settings = settings;
    }

    /**
     * Creates a provider of all tools of connected servers.
     * @param registry the registry, which remains the caller's to close
     * @return the provider
     */
    public static McpToolCallbackProvider of(McpToolRegistry registry) {
        return new McpToolCallbackProvider(registry, McpToolSelection.all(), false, ToolCallSettings.NONE);
    }

    /**
     * Returns a provider of the tools of some servers only.
     * @param servers configured names; an unknown name has no tools
     * @return the narrowed provider
     */
    public McpToolCallbackProvider forServers(String... servers) {
        Set<String> names = Set.of(servers);
        return filter(tool -> names.contains(tool.server()));
    }

    /**
     * Returns a provider of the tools that a condition accepts, in addition to the conditions so far.
     * @param condition called for each tool at each prompt, must not block
     * @return the narrowed provider
     */
    public McpToolCallbackProvider filter(Predicate<McpRegisteredTool> condition) {
        return new McpToolCallbackProvider(
                this.registry, this.selection.filter(condition), this.unavailable, this.settings);
    }

    /**
     * Returns a provider that also offers the tools of servers that are not connected, as last known. A call of such a tool
     * connects to a server that connects on first use, and fails if a server is down.
     * @return the changed provider
     * @see McpRegisteredTool#available()
     */
    public McpToolCallbackProvider withUnavailable() {
        return new McpToolCallbackProvider(this.registry, this.selection, true, this.settings);
    }

    /**
     * Returns a provider for whose tools the result goes to the caller of the prompt, not to the model, if their names match.
     * @param patterns names in the registry, in which {@code *} stands for any characters; they replace those so far
     * @return the changed provider
     * @see org.springframework.ai.tool.metadata.ToolMetadata#returnDirect()
     */
    public McpToolCallbackProvider withReturnDirect(String... patterns) {
        return new McpToolCallbackProvider(
                this.registry, this.selection, this.unavailable, this.settings.withReturnDirect(List.of(patterns)));
    }

    /**
     * Returns a provider that sends entries of the tool context to the server, in {@code _meta} of the request. Nothing of
     * the tool context is sent by default.
     * @param keys keys in the tool context and in {@code _meta}; they replace those so far
     * @return the changed provider
     * @throws IllegalArgumentException if a key is malformed, reserved by the protocol, or one of {@link McpToolContext}
     */
    public McpToolCallbackProvider withToolContextKeys(String... keys) {
        return new McpToolCallbackProvider(
                this.registry, this.selection, this.unavailable, this.settings.withToolContextKeys(List.of(keys)));
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
        return new McpToolCallbackProvider(this.registry, this.selection.query(text), this.unavailable, this.settings);
    }

    /**
     * Returns a provider that offers and calls tools on behalf of a principal. Filters of the registry see it; the principal in
     * the tool context of a prompt, see {@link McpToolContext}, takes precedence for calls.
     * @param principal the principal
     * @return the provider for prompts of that principal
     */
    public McpToolCallbackProvider forPrincipal(McpPrincipal principal) {
        return new McpToolCallbackProvider(
                this.registry,
                this.selection.principal(principal),
                this.unavailable,
                this.settings.withPrincipal(principal));
    }

    /**
     * Returns the callbacks of the tools that can be called now. If they are more than {@code mcp.tools.search.threshold}, it
     * is those that fit the {@linkplain #forQuery query}, preceded by {@code search_tools} and {@code call_tool}, with which
     * the model finds and calls the others.
     * @return a new array, ordered by server name, the tools of each server in its order
     */
    @Override
    public ToolCallback[] getToolCallbacks() {
        McpToolOffer offer = this.registry.offer(
                this.unavailable ? this.selection : this.selection.filter(McpRegisteredTool::available));
        List<ToolCallback> callbacks = new ArrayList<>();
        McpToolSearch search = offer.search();
        if (search != null) {
            callbacks.add(SearchToolCallback.searching(search));
            callbacks.add(SearchToolCallback.calling(search, this.registry, this.settings));
        }
        offer.tools().forEach(tool -> callbacks.add(new McpToolCallback(this.registry, tool, this.settings)));
        return callbacks.toArray(ToolCallback[]::new);
    }
}
