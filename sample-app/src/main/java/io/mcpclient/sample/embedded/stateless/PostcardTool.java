package io.mcpclient.sample.embedded.stateless;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import reactor.core.publisher.Mono;

import io.mcpclient.sample.embedded.stateless.Trips.Trip;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.CreateMessageParams;
import io.mcpclient.schema.CreateMessageResult;
import io.mcpclient.schema.Role;
import io.mcpclient.schema.SamplingMessage;
import io.mcpclient.schema.TextContent;
import io.mcpclient.test.McpTestCall;
import io.mcpclient.test.McpTestServer;

/** Writes a postcard with text from the client's model, using sampling. */
final class PostcardTool {

    private static final String WORDS = "words";

    private static final long MAX_TOKENS = 200;

    private PostcardTool() {}

    static void define(McpTestServer server) {
        Schema input = new Schema()
                .must("trip", "string", "From which trip", "enum", Trips.ids(), "default", "lofoten")
                .with("to", "string", "To whom", "minLength", 1, "maxLength", 50, "default", "Ada");
        Tools.define(
                        server,
                        "write_postcard",
                        "Write a postcard",
                        "Writes a postcard from a trip with the help of the client's model.",
                        Tools.readOnly(),
                        input)
                .answersLater(PostcardTool::write);
    }

    private static Mono<CallToolResult> write(McpTestCall call) {
        String to = String.valueOf(call.arguments().getOrDefault("to", "Ada"));
        CreateMessageResult written = call.answer(WORDS, CreateMessageResult.class);
        if (written != null) {
            String words = written.content().stream()
                    .filter(TextContent.class::isInstance)
                    .map(block -> ((TextContent) block).text())
                    .collect(Collectors.joining("\n"));
            return Mono.just(Results.text("Dear " + to + ",\n" + words + "\n(" + written.model() + ")"));
        }
        String trip = Trips.find(Tools.text(call, "trip")).map(Trip::title).orElse("somewhere");
        return call.asksModel(WORDS, prompt("Write a postcard to " + to + " from: " + trip));
    }

    private static CreateMessageParams prompt(String text) {
        return new CreateMessageParams(
                List.of(new SamplingMessage(Role.USER, List.of(TextContent.of(text)), null, Map.of())),
                null,
                "Two friendly sentences, no greeting.",
                null,
                null,
                MAX_TOKENS,
                List.of(),
                null,
                List.of(),
                null,
                null,
                null,
                Map.of());
    }
}
