package io.mcpclient.registry;

import java.util.List;
import java.util.Map;

import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.registry.CatalogSyncs.Known;
import io.mcpclient.schema.GetPromptResult;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.Prompt;
import io.mcpclient.schema.ServerCapabilities;

/** The prompts of all servers. */
final class DefaultMcpPromptRegistry extends MergedRegistry<List<Prompt>, McpPromptSnapshot, McpPromptListener>
        implements McpPromptRegistry {

    private static final Listing<List<Prompt>> PROMPTS = new Listing<>(
            "prompts",
            List.of(McpMethods.PROMPTS_LIST),
            List.of(),
            ServerCapabilities::hasPrompts,
            client -> client.listPrompts(Listing.FRESH),
            Listing::ofPrompts,
            client -> Listing.Memory.none());

    private final NamedItems<Prompt, McpRegisteredPrompt> items;

    DefaultMcpPromptRegistry(McpClients clients, McpToolNaming naming) {
        super(clients, PROMPTS, new McpPromptSnapshot(0, List.of()));
        this.items = new NamedItems<>(
                "prompts",
                ToolNameAllocator.ofPrompts(naming),
                Prompt::name,
                (name, server, prompt) -> new McpRegisteredPrompt(name, server.server(), prompt, server.available()));
        follow();
    }

    @Override
    McpPromptSnapshot merged(McpPromptSnapshot last, List<Known<List<Prompt>>> servers) {
        List<List<McpRegisteredPrompt>> merged = this.items.merge(servers, Known::known);
        return last.isOf(merged) ? last : new McpPromptSnapshot(last.version() + 1, merged);
    }

    @Override
    void notifyListener(McpPromptListener listener, McpPromptSnapshot changed) {
        listener.onPromptsChanged(changed);
    }

    @Override
    public GetPromptResult getPrompt(String name, Map<String, String> arguments, McpCallOptions options) {
        McpRegisteredPrompt prompt = resolve(name);
        return client(prompt).getPrompt(prompt.prompt().name(), arguments, options);
    }

    @Override
    public Mono<GetPromptResult> getPromptReactive(String name, Map<String, String> arguments, McpCallOptions options) {
        return Mono.defer(() -> {
            McpRegisteredPrompt prompt = resolve(name);
            return client(prompt).reactive().getPrompt(prompt.prompt().name(), arguments, options);
        });
    }

    private McpClient client(McpRegisteredPrompt prompt) {
        return client(prompt.server(), McpMethods.PROMPTS_GET);
    }

    private McpRegisteredPrompt resolve(String name) {
        McpPromptSnapshot present = snapshot();
        return present.find(name)
                .orElseThrow(() -> unknown(
                        McpMethods.PROMPTS_GET,
                        "prompt",
                        name,
                        present.prompts().stream()
                                .map(McpRegisteredPrompt::name)
                                .toList(),
                        McpRejectedException.Reason.UNKNOWN_PROMPT));
    }
}
