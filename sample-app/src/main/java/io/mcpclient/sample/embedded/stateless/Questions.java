package io.mcpclient.sample.embedded.stateless;

import java.util.List;
import java.util.Map;

import tools.jackson.databind.JsonNode;

/**
 * What the server asks of the client: the user with a form, or the model.
 *
 * @see "MCP 2026-07-28, client/elicitation; client/sampling"
 */
final class Questions {

    private static final int MAX_TOKENS = 200;

    private Questions() {}

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

    /** Whether the user filled in a form. */
    static boolean isAccepted(JsonNode answer) {
        return answer.path("action").asString("").equals("accept");
    }

    /** Whether the answer to a form is one at all. */
    static boolean isAnswer(JsonNode answer) {
        return List.of("accept", "decline", "cancel")
                .contains(answer.path("action").asString(""));
    }
}
