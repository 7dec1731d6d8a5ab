package io.mcpclient.console.internal.content;

import java.util.List;
import java.util.Map;
import java.util.Objects;

import com.fasterxml.jackson.annotation.JsonRawValue;
import org.jspecify.annotations.Nullable;

import io.mcpclient.McpClients;
import io.mcpclient.console.internal.json.ConsoleJson;
import io.mcpclient.console.internal.web.Area;
import io.mcpclient.console.internal.web.Clients;
import io.mcpclient.console.internal.web.ConsoleRequest;
import io.mcpclient.registry.McpPromptRegistry;
import io.mcpclient.registry.McpRegisteredPrompt;
import io.mcpclient.schema.CompleteParams;
import io.mcpclient.schema.CompleteResult;
import io.mcpclient.schema.PromptArgument;
import io.mcpclient.schema.PromptReference;
import io.mcpclient.schema.ResourceTemplateReference;

/** Requests of the page about prompts, and completion of arguments. They wait for the server, within the deadline of the client. */
public final class PromptArea implements Area {

    private final McpPromptRegistry registry;

    private final Clients clients;

    private final ConsoleJson json;

    /**
     * Creates the area.
     * @param registry all prompts
     * @param clients all clients
     * @param json writes messages
     */
    public PromptArea(McpPromptRegistry registry, McpClients clients, ConsoleJson json) {
        this.registry = registry;
        this.clients = new Clients(clients);
        this.json = json;
    }

    /**
     * A prompt. Texts are untrusted texts of the server.
     *
     * @param server configured name of the server
     * @param name name at the server
     * @param title name for display, or {@code null}
     * @param description what it is for, or {@code null}
     * @param arguments its arguments
     * @param available whether the server is connected
     */
    record PromptView(
            String server,
            String name,
            @Nullable String title,
            @Nullable String description,
            List<ArgumentView> arguments,
            boolean available) {

        static PromptView of(McpRegisteredPrompt one) {
            return new PromptView(
                    one.server(),
                    one.prompt().name(),
                    one.prompt().title(),
                    one.prompt().description(),
                    Objects.requireNonNullElse(one.prompt().arguments(), List.<PromptArgument>of()).stream()
                            .map(argument -> new ArgumentView(
                                    argument.name(), argument.title(), argument.description(), argument.isRequired()))
                            .toList(),
                    one.available());
        }
    }

    /** An argument of a prompt. */
    record ArgumentView(
            String name, @Nullable String title, @Nullable String description, boolean required) {}

    /** A prompt to fill in. */
    record Filling(
            @Nullable String server,
            @Nullable String name,
            @Nullable Map<String, String> arguments) {}

    /**
     * An argument to complete.
     *
     * @param server configured name of the server
     * @param prompt name of the prompt, or {@code null} for a template
     * @param template template of URIs, or {@code null} for a prompt
     * @param argument name of the argument
     * @param value what was typed
     * @param others other arguments, as far as they are known
     */
    record Completion(
            @Nullable String server,
            @Nullable String prompt,
            @Nullable String template,
            @Nullable String argument,
            @Nullable String value,
            @Nullable Map<String, String> others) {}

    /** Messages as the server sent them, JSON. */
    record Messages(@JsonRawValue @Nullable String result) {}

    /** Suggestions of the server. */
    record Suggestions(List<String> values, boolean more) {}

    @Override
    public void addTo(Requests requests) {
        requests.get("prompts", request -> this.registry.snapshot().prompts().stream()
                        .map(PromptView::of)
                        .toList())
                .post("prompts/get", request -> get(request.body(Filling.class)))
                .post("complete", request -> complete(request.body(Completion.class)));
    }

    private Messages get(Filling filling) {
        Map<String, String> arguments = Objects.requireNonNullElse(filling.arguments(), Map.of());
        return new Messages(this.json.ofProtocol(this.clients
                .get(filling.server())
                .getPrompt(ConsoleRequest.required("name", filling.name()), arguments)));
    }

    private Suggestions complete(Completion completion) {
        CompleteParams params = CompleteParams.of(
                (completion.prompt() != null)
                        ? PromptReference.of(completion.prompt())
                        : ResourceTemplateReference.of(ConsoleRequest.required("template", completion.template())),
                ConsoleRequest.required("argument", completion.argument()),
                Objects.requireNonNullElse(completion.value(), ""));
        if (completion.others() != null && !completion.others().isEmpty()) {
            params = params.withContext(completion.others());
        }
        CompleteResult.Completion result =
                this.clients.get(completion.server()).complete(params).completion();
        return new Suggestions(result.values(), Boolean.TRUE.equals(result.hasMore()));
    }
}
