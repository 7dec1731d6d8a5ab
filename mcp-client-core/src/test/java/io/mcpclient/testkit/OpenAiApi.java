package io.mcpclient.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The chat completions of OpenAI, blocking and as a stream of events. */
final class OpenAiApi implements ModelApi {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** Number of pieces in which a text is streamed. */
    private static final int PIECES = 3;

    @Override
    public List<JsonNode> tools(JsonNode body) {
        return body.path("tools")
                .valueStream()
                .map(tool -> tool.path("function"))
                .toList();
    }

    @Override
    public List<JsonNode> messages(JsonNode body) {
        return body.path("messages").valueStream().toList();
    }

    @Override
    public List<String> toolTexts(JsonNode body) {
        return messages(body).stream()
                .filter(OpenAiApi::isResult)
                .map(OpenAiApi::text)
                .toList();
    }

    @Override
    public List<String> lastToolTexts(JsonNode body) {
        List<JsonNode> messages = messages(body);
        int last = messages.size() - 1;
        while (last >= 0 && !messages.get(last).path("role").asString("").equals("assistant")) {
            last--;
        }
        return messages.stream()
                .skip(last + 1L)
                .filter(OpenAiApi::isResult)
                .map(OpenAiApi::text)
                .toList();
    }

    private static boolean isResult(JsonNode message) {
        return message.path("role").asString("").equals("tool");
    }

    private static String text(JsonNode message) {
        JsonNode content = message.path("content");
        return content.isString()
                ? content.stringValue()
                : content.valueStream()
                        .map(part -> part.path("text").asString(""))
                        .collect(Collectors.joining("\n"));
    }

    @Override
    public List<String> userImages(JsonNode body) {
        return messages(body).stream()
                .filter(message -> message.path("role").asString("").equals("user"))
                .flatMap(message -> message.path("content").valueStream())
                .map(part -> part.at("/image_url/url").asString(""))
                .filter(url -> !url.isEmpty())
                .toList();
    }

    @Override
    public Optional<ModelRefusal> refusal(JsonNode body) {
        return OpenAiRules.check(body);
    }

    @Override
    public Optional<ModelRefusal> schemaRefusal(JsonNode body) {
        List<JsonNode> tools = tools(body);
        for (int i = 0; i < tools.size(); i++) {
            JsonNode tool = tools.get(i);
            List<String> problems = tool.path("strict").asBoolean(false)
                    ? ProviderChecks.openAiStrict(name(tool), schema(tool))
                    : ProviderChecks.openAi(name(tool), schema(tool));
            if (tool.has("parameters") && !problems.isEmpty()) {
                String param = "tools[" + i + "].function.parameters";
                return Optional.of(new ModelRefusal(problems.get(0), param, "invalid_function_parameters"));
            }
        }
        return Optional.empty();
    }

    static String name(JsonNode tool) {
        return tool.path("name").asString("");
    }

    static Map<String, Object> schema(JsonNode tool) {
        return tool.path("parameters").isObject()
                ? JSON.convertValue(tool.path("parameters"), new TypeReference<Map<String, Object>>() {})
                : Map.of();
    }

    @Override
    public Reply refuse(int status, ModelRefusal refusal) {
        ObjectNode answer = JSON.createObjectNode();
        answer.putObject("error")
                .put("message", refusal.message())
                .put("type", "invalid_request_error")
                .put("param", refusal.param())
                .put("code", refusal.code());
        return Reply.json(status, escaped(answer));
    }

    @Override
    public Reply reply(JsonNode body, FakeModelTurn turn, int number) {
        return body.path("stream").asBoolean(false) ? streamed(body, turn, number) : whole(body, turn, number);
    }

    private static Reply whole(JsonNode body, FakeModelTurn turn, int number) {
        ObjectNode answer = answer(body, "chat.completion", number);
        ObjectNode choice = choice(answer, finish(turn));
        ObjectNode message =
                choice.putObject("message").put("role", "assistant").put("content", turn.text());
        message.putNull("refusal");
        if (!turn.calls().isEmpty()) {
            ArrayNode calls = message.putArray("tool_calls");
            for (int i = 0; i < turn.calls().size(); i++) {
                call(calls.addObject(), turn, number, i)
                        .put("arguments", turn.calls().get(i).arguments());
            }
        }
        usage(answer, body);
        return Reply.json(200, escaped(answer));
    }

    private static Reply streamed(JsonNode body, FakeModelTurn turn, int number) {
        List<ObjectNode> chunks = new ArrayList<>();
        ObjectNode first = delta(chunks, body, number, null).put("role", "assistant");
        first.put("content", (turn.text() == null) ? null : "");
        for (String piece : pieces(turn.text())) {
            delta(chunks, body, number, null).put("content", piece);
        }
        for (int i = 0; i < turn.calls().size(); i++) {
            ObjectNode begin =
                    delta(chunks, body, number, null).putArray("tool_calls").addObject();
            call(begin.put("index", i), turn, number, i).put("arguments", "");
            for (String piece : pieces(turn.calls().get(i).arguments())) {
                ObjectNode more =
                        delta(chunks, body, number, null).putArray("tool_calls").addObject();
                more.put("index", i).putObject("function").put("arguments", piece);
            }
        }
        delta(chunks, body, number, finish(turn));
        if (body.at("/stream_options/include_usage").asBoolean(false)) {
            ObjectNode last = answer(body, "chat.completion.chunk", number);
            last.putArray("choices");
            chunks.add(usage(last, body));
        }
        return Reply.sse(Stream.concat(chunks.stream().map(OpenAiApi::escaped), Stream.of("[DONE]"))
                .map(data -> "data: " + data)
                .toArray(String[]::new));
    }

    private static ObjectNode answer(JsonNode body, String kind, int number) {
        return JSON.createObjectNode()
                .put("id", "chatcmpl-" + number)
                .put("object", kind)
                .put("created", 1_800_000_000L)
                .put("model", body.path("model").asString(""));
    }

    private static ObjectNode choice(ObjectNode answer, @Nullable String finish) {
        ObjectNode choice = answer.putArray("choices").addObject().put("index", 0);
        choice.putNull("logprobs");
        return choice.put("finish_reason", finish);
    }

    private static ObjectNode delta(List<ObjectNode> chunks, JsonNode body, int number, @Nullable String finish) {
        ObjectNode chunk = answer(body, "chat.completion.chunk", number);
        chunks.add(chunk);
        return choice(chunk, finish).putObject("delta");
    }

    /** Begins a call, and returns its function for the arguments. */
    private static ObjectNode call(ObjectNode call, FakeModelTurn turn, int number, int index) {
        call.put("id", "call_" + number + "_" + index).put("type", "function");
        return call.putObject("function").put("name", turn.calls().get(index).tool());
    }

    private static ObjectNode usage(ObjectNode answer, JsonNode body) {
        int prompt = body.toString().length() / 4;
        answer.putObject("usage")
                .put("prompt_tokens", prompt)
                .put("completion_tokens", 10)
                .put("total_tokens", prompt + 10);
        return answer;
    }

    private static String finish(FakeModelTurn turn) {
        return turn.calls().isEmpty() ? "stop" : "tool_calls";
    }

    private static List<String> pieces(@Nullable String text) {
        List<String> pieces = new ArrayList<>();
        int length = (text == null) ? 0 : text.length();
        int from = 0;
        for (int i = 1; i <= PIECES; i++) {
            int to = length * i / PIECES;
            if (to < length && Character.isLowSurrogate(text.charAt(to))) {
                to++;
            }
            if (to > from) {
                pieces.add(text.substring(from, to));
            }
            from = to;
        }
        return pieces;
    }

    /** The JSON text without the place for a request's id, which a {@link Reply} would fill. */
    static String escaped(JsonNode json) {
        return json.toString().replace("$id", "\\u0024id");
    }
}
