package io.mcpclient.sample.embedded.stateless;

import java.util.List;
import java.util.Map;

import tools.jackson.databind.JsonNode;

/**
 * Requests of the server for client input: elicitation with a form, and sampling.
 *
 * @see "MCP 2026-07-28, client/elicitation; client/sampling"
 */
final class InputRequests {

    private static final int MAX_TOKENS = 200;

    private InputRequests() {}

    static Map<String, Object> form(String message, Schema form) {
        return Json.object(
                "method",
                "elicitation/create",
                "params",
                Json.object("mode", "form", "message", message, "requestedSchema", form.toMap()));
    }

    static Map<String, Object> model(String instruction, String text) {
        Map<String, Object> message = Json.object("role", "user", "content", Results.content(text));
        return Json.object(
                "method",
                "sampling/createMessage",
                "params",
                Json.object("messages", List.of(message), "systemPrompt", instruction, "maxTokens", MAX_TOKENS));
    }

    /** Returns whether the user accepted the form. */
    static boolean isAccepted(JsonNode answer) {
        return answer.path("action").asString("").equals("accept");
    }

    /** Returns whether a value is a valid response to a form. */
    static boolean isAnswer(JsonNode answer) {
        return List.of("accept", "decline", "cancel")
                .contains(answer.path("action").asString(""));
    }
}
