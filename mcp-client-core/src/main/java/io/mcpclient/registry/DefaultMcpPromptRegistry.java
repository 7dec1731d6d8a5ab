package io.mcpclient.registry;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.internal.support.KnownNames;
import io.mcpclient.internal.support.SafeText;
import io.mcpclient.registry.CatalogSyncs.Known;
import io.mcpclient.schema.GetPromptResult;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.Prompt;
import io.mcpclient.schema.ServerCapabilities;

/** Merges the list of each {@link CatalogSync} into one snapshot, rebuilt after every change. */
final class DefaultMcpPromptRegistry implements McpPromptRegistry {

    private static final Listing<List<Prompt>> PROMPTS = new Listing<>(
            "prompts",
            List.of(McpMethods.PROMPTS_LIST),
            List.of(),
            ServerCapabilities::hasPrompts,
            client -> client.listPrompts(Listing.FRESH),
            Listing::ofPrompts,
            client -> Listing.Memory.none());

    private final CatalogSyncs<List<Prompt>> servers;

    private final RegistryListeners<McpPromptListener> listeners = new RegistryListeners<>();

    private final Object merging = new Object();

    private final ToolNameAllocator names;

    private volatile McpPromptSnapshot snapshot = new McpPromptSnapshot(0, List.of());

    DefaultMcpPromptRegistry(McpClients clients, McpToolNaming naming) {
        this.names = new ToolNameAllocator(naming);
        this.servers = new CatalogSyncs<>(clients, PROMPTS, this::merge);
        this.servers.follow();
    }

    private void merge() {
        synchronized (this.merging) {
            List<Known<List<Prompt>>> known = this.servers.known();
            List<ToolNameAllocator.Key> renamed = this.names.add(known.stream()
                    .flatMap(server -> server.known().stream().map(prompt -> key(server, prompt)))
                    .toList());
            List<McpRegisteredPrompt> merged = new ArrayList<>();
            for (Known<List<Prompt>> server : known) {
                for (Prompt prompt : server.known()) {
                    String name = this.names.of(key(server, prompt));
                    merged.add(new McpRegisteredPrompt(name, server.server(), prompt, server.available()));
                }
            }
            RenamedItems.log("prompts", renamed, this.names);
            if (!merged.equals(this.snapshot.prompts())) {
                McpPromptSnapshot changed = new McpPromptSnapshot(this.snapshot.version() + 1, merged);
                this.snapshot = changed;
                this.listeners.tell(listener -> listener.onPromptsChanged(changed));
            }
        }
    }

    private static ToolNameAllocator.Key key(Known<?> server, Prompt prompt) {
        return new ToolNameAllocator.Key(server.server(), prompt.name());
    }

    @Override
    public McpPromptSnapshot snapshot() {
        return this.snapshot;
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
        return this.servers.client(prompt.server(), McpMethods.PROMPTS_GET);
    }

    private McpRegisteredPrompt resolve(String name) {
        McpPromptSnapshot present = this.snapshot;
        return present.find(name)
                .orElseThrow(() -> new McpRejectedException(
                        McpErrorDetails.ofNoServer(
                                        McpMethods.PROMPTS_GET,
                                        McpOutcome.NOT_SENT,
                                        "no prompt is named \"" + SafeText.excerpt(name) + "\"")
                                .withRemedy(KnownNames.remedy(
                                        "prompts",
                                        name,
                                        present.prompts().stream()
                                                .map(McpRegisteredPrompt::name)
                                                .toList())),
                        McpRejectedException.Reason.UNKNOWN_PROMPT));
    }

    @Override
    public void refresh() {
        this.servers.refresh();
    }

    @Override
    public void refresh(String server) {
        this.servers.refresh(server);
    }

    @Override
    public void addListener(McpPromptListener listener) {
        this.listeners.add(listener);
    }

    @Override
    public void removeListener(McpPromptListener listener) {
        this.listeners.remove(listener);
    }

    @Override
    public void close() {
        this.servers.unfollow();
    }
}
