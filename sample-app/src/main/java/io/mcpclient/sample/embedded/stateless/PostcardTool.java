package io.mcpclient.sample.embedded.stateless;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import tools.jackson.databind.JsonNode;

import io.mcpclient.sample.embedded.stateless.Trips.Trip;

/** Writes a postcard with text from the client's model, using sampling. */
final class PostcardTool {

    private static final String WORDS = "words";

    private final RequestState state;

    PostcardTool(RequestState state) {
        this.state = state;
    }

    Tool create() {
        return new Tool(
                "write_postcard",
                "Write a postcard",
                "Writes a postcard from a trip with the help of the client's model.",
                Tool.readOnly(),
                Schema.arguments()
                        .must("trip", "string", "From which trip", "enum", Trips.ids(), "default", "lofoten")
                        .with("to", "string", "To whom", "minLength", 1, "maxLength", 50, "default", "Ada"),
                null,
                call -> new PendingResponse.Result(write(call)));
    }

    private Map<String, Object> write(ToolCall call) {
        call.request().capabilities().requireSampling();
        JsonNode answer = call.answer(WORDS);
        if (call.isLaterRound()) {
            this.state.open(call.request());
            if (answer.isObject()) {
                return Results.text("Dear " + name(call) + ",\n" + words(answer.path("content")) + "\n("
                        + answer.path("model").asString("unknown model") + ")");
            }
        }
        String trip = Trips.find(call.text("trip")).map(Trip::title).orElse("somewhere");
        return Results.inputRequired(
                WORDS,
                InputRequests.model(
                        "Two friendly sentences, no greeting.", "Write a postcard to " + name(call) + " from: " + trip),
                this.state.seal(call.request(), Map.of()));
    }

    private static String name(ToolCall call) {
        String name = call.text("to");
        return name.isEmpty() ? "Ada" : name;
    }

    /** Content is one block or several of them. */
    private static String words(JsonNode content) {
        List<JsonNode> blocks = content.isArray() ? content.valueStream().toList() : List.of(content);
        return blocks.stream()
                .filter(block -> block.path("type").asString("").equals("text"))
                .map(block -> block.path("text").asString(""))
                .collect(Collectors.joining("\n"));
    }
}
