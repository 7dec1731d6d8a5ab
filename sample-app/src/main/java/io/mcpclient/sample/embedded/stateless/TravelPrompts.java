package io.mcpclient.sample.embedded.stateless;

import java.util.List;
import java.util.Map;

import tools.jackson.databind.JsonNode;

/**
 * The prompts, and completions of their arguments.
 *
 * @see "MCP 2026-07-28, server/prompts; server/utilities/completion"
 */
final class TravelPrompts {

    private static final String NAME = "itinerary";

    private static final List<Map<String, Object>> ARGUMENTS = List.of(
            Json.object("name", "region", "description", "Where to go", "required", true),
            Json.object("name", "wish", "description", "What must not be missing", "required", false));

    private TravelPrompts() {}

    static Map<String, Object> list() {
        Map<String, Object> prompt = Json.object(
                "name",
                NAME,
                "title",
                "Itinerary",
                "description",
                "Asks for an itinerary through a region",
                "arguments",
                ARGUMENTS);
        return Results.shared(Results.LONG, "prompts", List.of(prompt));
    }

    static Map<String, Object> get(RpcRequest request) {
        if (!request.text("name").equals(NAME)) {
            throw RpcError.invalidParams("There is no such prompt");
        }
        JsonNode arguments = request.object("arguments");
        if (!arguments.path("region").isString() || !arguments.valueStream().allMatch(JsonNode::isString)) {
            throw RpcError.invalidParams("The prompt needs the argument region, and all arguments are strings");
        }
        String wish = arguments.path("wish").asString("");
        String text = "Write an itinerary through the region "
                + arguments.path("region").asString() + (wish.isEmpty() ? "." : ". Do not leave out " + wish + ".");
        Map<String, Object> message = Json.object("role", "user", "content", Results.content(text));
        return Results.complete("description", "An itinerary", "messages", List.of(message));
    }

    static Map<String, Object> complete(RpcRequest request) {
        JsonNode argument = request.object("argument");
        if (!argument.path("name").isString() || !argument.path("value").isString()) {
            throw RpcError.invalidParams("The parameter argument needs a name and a value");
        }
        String begun = argument.path("value").asString();
        List<String> values = choices(
                        request.object("ref"), argument.path("name").asString())
                .stream()
                .filter(choice -> choice.startsWith(begun))
                .toList();
        return Results.complete("completion", Json.object("values", values, "total", values.size(), "hasMore", false));
    }

    private static List<String> choices(JsonNode ref, String argument) {
        String type = ref.path("type").asString("");
        if (type.equals("ref/prompt") && ref.path("name").asString("").equals(NAME)) {
            return argument.equals("region") ? Trips.REGIONS : List.of();
        }
        if (type.equals("ref/resource") && ref.path("uri").asString("").equals(TravelResources.TRIP_TEMPLATE)) {
            return argument.equals("id") ? Trips.ids() : List.of();
        }
        throw RpcError.invalidParams("There is nothing of that ref");
    }
}
