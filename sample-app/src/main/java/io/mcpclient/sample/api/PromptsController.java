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

import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.schema.Prompt;
import io.mcpclient.schema.PromptArgument;

/** Lists the prompts of all servers and fills in one of them. */
@RestController
class PromptsController {

    private final ConnectedServers servers;

    private final Arguments arguments = new Arguments();

    private final JsonCodec codec = new JsonCodec(JsonLimits.DEFAULT);

    PromptsController(ConnectedServers servers) {
        this.servers = servers;
    }

    /** One prompt as {@code GET /api/prompts} reports it. Texts are the server's own. */
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
        return this.servers.list(client -> client.listPrompts().map(list -> list.stream()
                .map(prompt -> PromptView.of(client.name(), prompt))
                .toList()));
    }

    @PostMapping("/api/prompts/{server}/{name}")
    ResponseEntity<String> fillIn(
            @PathVariable("server") String server, @PathVariable("name") String name, HttpServletRequest request)
            throws IOException {
        String filled = this.codec.toJson(this.servers.get(server).getPrompt(name, this.arguments.readTexts(request)));
        return ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(filled);
    }
}
