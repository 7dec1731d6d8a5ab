package io.mcpclient.testkit;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What Gemini's {@code generateContent} refuses with 400, with the messages that users report. The schemas of functions are
 * not checked here.
 */
final class GeminiRules {

    private static final Pattern NAME = Pattern.compile("[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}");

    private static final Set<String> ROLES = Set.of("user", "model", "function");

    private static final String DIFFERENT_NUMBERS =
            "Please ensure that the number of function response parts is equal to the "
                    + "number of function call parts of the function call turn.";

    private GeminiRules() {}

    /** Returns the first refusal. */
    static Optional<ModelRefusal> check(JsonNode body, List<JsonNode> tools) {
        if (!body.isObject()) {
            return Optional.of(ModelRefusal.of("Invalid JSON payload received."));
        }
        return Optional.ofNullable(toolRefusal(tools))
                .or(() -> Optional.ofNullable(refusal(body.path("contents"))))
                .map(ModelRefusal::of);
    }

    private static @Nullable String toolRefusal(List<JsonNode> tools) {
        Set<String> names = new HashSet<>();
        for (int i = 0; i < tools.size(); i++) {
            String name = tools.get(i).path("name").asString("");
            if (!NAME.matcher(name).matches()) {
                return "* GenerateContentRequest.tools[0].function_declarations[" + i
                        + "].name: Invalid function name. "
                        + "Must start with a letter or an underscore. Must be alphameric (a-z, A-Z, 0-9), underscores (_), "
                        + "dots (.), colons (:), or dashes (-), with a maximum length of 64.";
            }
            if (!names.add(name)) {
                return "Duplicate function declaration found: " + name;
            }
        }
        return null;
    }

    private static @Nullable String refusal(JsonNode contents) {
        if (!contents.isArray() || contents.isEmpty()) {
            return "* GenerateContentRequest.contents: contents is not specified";
        }
        for (int i = 0; i < contents.size(); i++) {
            JsonNode content = contents.get(i);
            if (!ROLES.contains(content.path("role").asString("user"))) {
                return "Please use a valid role: user, model.";
            }
            if (content.path("parts").isEmpty()) {
                return "* GenerateContentRequest.contents[" + i + "].parts: contents.parts must not be empty.";
            }
            if (content.path("parts").valueStream().anyMatch(GeminiRules::isNoStruct)) {
                return "Invalid value at 'contents[" + i + "].parts[0].function_response.response' "
                        + "(type.googleapis.com/google.protobuf.Struct)";
            }
        }
        return turnRefusal(contents);
    }

    /** Contents of one side that follow each other are one turn. */
    private static @Nullable String turnRefusal(JsonNode contents) {
        long calls = 0;
        long results = 0;
        boolean model = false;
        for (JsonNode content : contents) {
            boolean byModel = content.path("role").asString("user").equals("model");
            if (byModel && !model) {
                if (results != calls) {
                    return DIFFERENT_NUMBERS;
                }
                calls = 0;
                results = 0;
            }
            model = byModel;
            calls += count(content, GeminiApi::call);
            results += count(content, GeminiApi::result);
            if (results > 0 && calls == 0) {
                return "Please ensure that function response turn comes immediately after a function call turn.";
            }
        }
        return (results == calls) ? null : DIFFERENT_NUMBERS;
    }

    private static long count(JsonNode content, UnaryOperator<JsonNode> member) {
        return content.path("parts")
                .valueStream()
                .filter(part -> member.apply(part).isObject())
                .count();
    }

    private static boolean isNoStruct(JsonNode part) {
        JsonNode result = GeminiApi.result(part);
        return result.isObject() && !result.path("response").isObject();
    }
}
