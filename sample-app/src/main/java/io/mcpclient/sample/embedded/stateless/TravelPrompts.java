package io.mcpclient.sample.embedded.stateless;

import java.util.List;
import java.util.Map;

import io.mcpclient.schema.CacheScope;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.test.McpTestError;
import io.mcpclient.test.McpTestRequest;
import io.mcpclient.test.McpTestServer;

/**
 * The prompts, and completions of their arguments.
 *
 * @see "MCP 2026-07-28, server/prompts; server/utilities/completion"
 */
final class TravelPrompts {

    private static final String NAME = "itinerary";

    private static final String REGION = "region";

    private static final List<Map<String, Object>> ARGUMENTS = List.of(
            Results.object("name", REGION, "description", "Where to go", "required", true),
            Results.object("name", "wish", "description", "What must not be missing", "required", false));

    private TravelPrompts() {}

    static void define(McpTestServer server) {
        Map<String, Object> prompt = Results.object(
                "name",
                NAME,
                "title",
                "Itinerary",
                "description",
                "Asks for an itinerary through a region",
                "arguments",
                ARGUMENTS);
        Tools.list(
                server,
                "prompts/list",
                () -> Results.cached(CacheScope.PUBLIC, Results.LONG, "prompts", List.of(prompt)));
        server.on("prompts/get", TravelPrompts::get).on("completion/complete", TravelPrompts::complete);
    }

    private static Map<String, Object> get(McpTestRequest request) {
        if (!request.text("name").equals(NAME)) {
            throw invalid("There is no such prompt");
        }
        Map<String, Object> arguments = request.object("arguments");
        if (!arguments.containsKey(REGION) || !arguments.values().stream().allMatch(String.class::isInstance)) {
            throw invalid("The prompt needs the argument region, and all arguments are strings");
        }
        String wish = String.valueOf(arguments.getOrDefault("wish", ""));
        String text = "Write an itinerary through the region " + arguments.get(REGION)
                + (wish.isEmpty() ? "." : ". Do not leave out " + wish + ".");
        Map<String, Object> message = Map.of("role", "user", "content", Map.of("type", "text", "text", text));
        return Results.object("description", "An itinerary", "messages", List.of(message));
    }

    private static Map<String, Object> complete(McpTestRequest request) {
        Map<String, Object> argument = request.object("argument");
        if (!(argument.get("name") instanceof String name) || !(argument.get("value") instanceof String begun)) {
            throw invalid("The parameter argument needs a name and a value");
        }
        List<String> values = choices(request.object("ref"), name).stream()
                .filter(choice -> choice.startsWith(begun))
                .toList();
        return Map.of("completion", Results.object("values", values, "total", values.size(), "hasMore", false));
    }

    private static List<String> choices(Map<String, Object> ref, String argument) {
        if ("ref/prompt".equals(ref.get("type")) && NAME.equals(ref.get("name"))) {
            return argument.equals(REGION) ? Trips.REGIONS : List.of();
        }
        if ("ref/resource".equals(ref.get("type")) && TravelResources.TRIP_TEMPLATE.equals(ref.get("uri"))) {
            return argument.equals("id") ? Trips.ids() : List.of();
        }
        throw invalid("There is nothing of that ref");
    }

    private static McpTestError invalid(String message) {
        return new McpTestError(McpErrorCodes.INVALID_PARAMS, message);
    }
}
