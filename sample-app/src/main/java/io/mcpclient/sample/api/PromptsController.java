package io.mcpclient.sample.api;

import java.io.IOException;
import java.util.List;

import jakarta.servlet.http.HttpServletRequest;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.registry.McpPromptRegistry;
import io.mcpclient.schema.Prompt;
import io.mcpclient.schema.PromptArgument;

/** Lists the prompts of all servers and fills in one of them. */
@RestController
class PromptsController {

    private final McpPromptRegistry registry;

    private final McpClients clients;

    private final Arguments arguments = new Arguments();

    private final JsonCodec codec = new JsonCodec(JsonLimits.DEFAULT);

    PromptsController(McpPromptRegistry registry, McpClients clients) {
        this.registry = registry;
        this.clients = clients;
    }

    /** One prompt as {@code GET /api/prompts} reports it. Texts are untrusted text of the server. */
    @JsonPropertyOrder({"server", "name", "title", "description", "arguments"})
    record PromptView(
            String server,
            String name,
            @Nullable String title,
            @Nullable String description,
            List<PromptArgument> arguments) {

        static PromptView of(String server, Prompt prompt) {
            return new PromptView(server, prompt.name(), prompt.title(), prompt.description(), prompt.arguments());
        }
    }

    @GetMapping("/api/prompts")
    List<PromptView> prompts() {
        return this.registry.snapshot().prompts().stream()
                .map(one -> PromptView.of(one.server(), one.prompt()))
                .toList();
    }

    @PostMapping("/api/prompts/{server}/{name}")
    ResponseEntity<String> fillIn(
            @PathVariable("server") String server, @PathVariable("name") String name, HttpServletRequest request)
            throws IOException {
        McpClient client =
                this.clients.find(server).orElseThrow(() -> new NotFoundException("There is no such server"));
        String filled = this.codec.toJson(client.getPrompt(name, this.arguments.readTexts(request)));
        return ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(filled);
    }
}
