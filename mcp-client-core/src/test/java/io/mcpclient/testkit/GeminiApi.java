package io.mcpclient.testkit;

import java.util.List;
import java.util.Optional;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The method {@code generateContent} of Gemini. Members may be in snake case, as the API reads both. */
final class GeminiApi implements ModelApi {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    @Override
    public List<JsonNode> tools(JsonNode body) {
        return body.path("tools")
                .valueStream()
                .flatMap(tool -> member(tool, "functionDeclarations", "function_declarations")
                        .valueStream())
                .toList();
    }

    @Override
    public List<JsonNode> messages(JsonNode body) {
        return body.path("contents").valueStream().toList();
    }

    @Override
    public List<String> toolTexts(JsonNode body) {
        return messages(body).stream()
                .flatMap(message -> results(message).stream())
                .toList();
    }

    @Override
    public List<String> lastToolTexts(JsonNode body) {
        List<JsonNode> messages = messages(body);
        int last = messages.size() - 1;
        while (last >= 0 && !messages.get(last).path("role").asString("").equals("model")) {
            last--;
        }
        return messages.stream()
                .skip(last + 1L)
                .flatMap(message -> results(message).stream())
                .toList();
    }

    /** The value of a response with one text, otherwise its JSON. */
    private static List<String> results(JsonNode message) {
        return message.path("parts")
                .valueStream()
                .map(GeminiApi::result)
                .filter(JsonNode::isObject)
                .map(result -> result.path("response"))
                .map(response ->
                        (response.size() == 1 && response.iterator().next().isString())
                                ? response.iterator().next().stringValue()
                                : response.toString())
                .toList();
    }

    static JsonNode call(JsonNode part) {
        return member(part, "functionCall", "function_call");
    }

    static JsonNode result(JsonNode part) {
        return member(part, "functionResponse", "function_response");
    }

    private static JsonNode member(JsonNode node, String name, String snakeCase) {
        return node.has(name) ? node.path(name) : node.path(snakeCase);
    }

    @Override
    public List<String> userImages(JsonNode body) {
        return messages(body).stream()
                .filter(message -> message.path("role").asString("user").equals("user"))
                .flatMap(message -> message.path("parts").valueStream())
                .map(part -> member(part, "inlineData", "inline_data"))
                .filter(JsonNode::isObject)
                .map(data -> "data:" + member(data, "mimeType", "mime_type").asString("") + ";base64,"
                        + data.path("data").asString(""))
                .toList();
    }

    @Override
    public Optional<ModelRefusal> refusal(JsonNode body) {
        return GeminiRules.check(body, tools(body));
    }

    @Override
    public Optional<ModelRefusal> schemaRefusal(JsonNode body) {
        return tools(body).stream()
                .filter(tool -> tool.has("parameters"))
                .flatMap(tool -> ProviderChecks.gemini(OpenAiApi.name(tool), OpenAiApi.schema(tool)).stream())
                .findFirst()
                .map(ModelRefusal::of);
    }

    @Override
    public Reply refuse(int status, ModelRefusal refusal) {
        ObjectNode answer = JSON.createObjectNode();
        answer.putObject("error")
                .put("code", status)
                .put("message", refusal.message())
                .put("status", "INVALID_ARGUMENT");
        return Reply.json(status, OpenAiApi.escaped(answer));
    }

    @Override
    public Reply reply(JsonNode body, FakeModelTurn turn, int number) {
        ObjectNode answer = JSON.createObjectNode();
        ObjectNode candidate =
                answer.putArray("candidates").addObject().put("index", 0).put("finishReason", "STOP");
        ArrayNode parts = candidate.putObject("content").put("role", "model").putArray("parts");
        if (turn.text() != null) {
            parts.addObject().put("text", turn.text());
        }
        for (FakeModelTurn.Call call : turn.calls()) {
            parts.addObject()
                    .putObject("functionCall")
                    .put("name", call.tool())
                    .set("args", JSON.readTree(call.arguments()));
        }
        answer.putObject("usageMetadata")
                .put("promptTokenCount", 10)
                .put("candidatesTokenCount", 10)
                .put("totalTokenCount", 20);
        answer.put("modelVersion", "fake").put("responseId", "response-" + number);
        return Reply.json(200, OpenAiApi.escaped(answer));
    }
}
