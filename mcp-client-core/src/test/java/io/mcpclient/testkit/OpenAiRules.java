package io.mcpclient.testkit;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What OpenAI's chat completions refuse with 400, with the messages that users report. The schemas of functions are not
 * checked here.
 */
final class OpenAiRules {

    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9_-]+");

    private static final int LONGEST_NAME = 64;

    private static final int LONGEST_ID = 40;

    private static final int LONGEST_TEXT = 10_485_760;

    private static final int MOST_TOOLS = 128;

    private static final Set<String> ROLES = Set.of("system", "developer", "user", "assistant", "tool");

    private static final Set<String> USER_PARTS = Set.of("text", "image_url", "input_audio", "file");

    private final List<ModelRefusal> found = new ArrayList<>();

    /** Calls of the last message of the model that have no result yet; {@code null} where no results may follow. */
    private @Nullable Set<String> open;

    private OpenAiRules() {}

    /** Returns the first refusal. */
    static Optional<ModelRefusal> check(JsonNode body) {
        if (!body.isObject()) {
            return Optional.of(ModelRefusal.of("We could not parse the JSON body of your request."));
        }
        OpenAiRules rules = new OpenAiRules();
        if (body.path("model").asString("").isEmpty()) {
            rules.refuse("you must provide a model parameter", null, null);
        }
        if (!body.path("stream").asBoolean(false) && body.has("stream_options")) {
            rules.refuse(
                    "The 'stream_options' parameter is only allowed when 'stream' is enabled.", "stream_options", null);
        }
        rules.checkTools(body);
        rules.checkMessages(body.path("messages"));
        return rules.found.stream().findFirst();
    }

    private void refuse(String message, @Nullable String param, @Nullable String code) {
        this.found.add(new ModelRefusal(message, param, code));
    }

    private void invalid(String place, String problem, String expected, String code) {
        refuse("Invalid '" + place + "': " + problem + ". " + expected, place, code);
    }

    private void missing(String place) {
        refuse("Missing required parameter: '" + place + "'.", place, "missing_required_parameter");
    }

    // tools

    private void checkTools(JsonNode body) {
        JsonNode tools = body.path("tools");
        if (tools.isMissingNode() || tools.isNull()) {
            for (String option : List.of("tool_choice", "parallel_tool_calls")) {
                if (body.has(option)) {
                    refuse("'" + option + "' is only allowed when 'tools' are specified.", option, null);
                }
            }
            return;
        }
        checkNotEmpty(tools, "tools");
        if (tools.size() > MOST_TOOLS) {
            invalid(
                    "tools",
                    "array too long",
                    "Expected an array with maximum length " + MOST_TOOLS + ", but got an array with length "
                            + tools.size() + " instead.",
                    "array_above_max_length");
        }
        Set<String> names = new HashSet<>();
        for (int i = 0; i < tools.size(); i++) {
            String place = "tools[" + i + "].function.name";
            JsonNode name = tools.get(i).path("function").path("name");
            checkName(name, place);
            if (!names.add(name.asString(""))) {
                refuse("Invalid '" + place + "': the name " + name + " is not unique.", place, "invalid_value");
            }
        }
    }

    private void checkNotEmpty(JsonNode array, String place) {
        if (!array.isArray() || array.isEmpty()) {
            invalid(
                    place,
                    "empty array",
                    "Expected an array with minimum length 1, but got an empty array instead.",
                    "empty_array");
        }
    }

    private void checkName(JsonNode name, String place) {
        if (!name.isString()) {
            missing(place);
        } else if (!NAME.matcher(name.stringValue()).matches()) {
            invalid(
                    place,
                    "string does not match pattern",
                    "Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
                    "invalid_value");
        } else {
            checkLength(name.stringValue(), LONGEST_NAME, place);
        }
    }

    private void checkLength(String text, int longest, String place) {
        if (text.length() > longest) {
            invalid(
                    place,
                    "string too long",
                    "Expected a string with maximum length " + longest + ", but got a string with length "
                            + text.length() + " instead.",
                    "string_above_max_length");
        }
    }

    // messages

    private void checkMessages(JsonNode messages) {
        checkNotEmpty(messages, "messages");
        for (int i = 0; i < messages.size(); i++) {
            JsonNode message = messages.get(i);
            String role = message.path("role").asString("");
            if (!ROLES.contains(role)) {
                refuse("Invalid value: '" + role + "'.", "messages[" + i + "].role", "invalid_value");
            } else if (role.equals("tool")) {
                checkResult(message, i);
            } else {
                checkAllAnswered(i);
                this.open = null;
            }
            if (role.equals("assistant")) {
                checkTurn(message, i);
            } else {
                checkContent(message.path("content"), role, i);
            }
        }
        checkAllAnswered(messages.size());
    }

    private void checkAllAnswered(int next) {
        if (this.open != null && !this.open.isEmpty()) {
            refuse(
                    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. "
                            + "The following tool_call_ids did not have response messages: "
                            + String.join(", ", this.open),
                    "messages.[" + next + "].role",
                    null);
        }
    }

    private void checkResult(JsonNode message, int index) {
        JsonNode id = message.path("tool_call_id");
        if (this.open == null) {
            refuse(
                    "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
                    "messages.[" + index + "].role",
                    null);
        } else if (!id.isString()) {
            missing("messages[" + index + "].tool_call_id");
        } else if (!this.open.remove(id.stringValue())) {
            refuse(
                    "Invalid parameter: 'tool_call_id' of '" + id.stringValue()
                            + "' not found in 'tool_calls' of previous message.",
                    "messages.[" + index + "].tool_call_id",
                    null);
        }
    }

    private void checkTurn(JsonNode message, int index) {
        JsonNode calls = message.path("tool_calls");
        if (calls.isMissingNode() || calls.isNull()) {
            checkContent(message.path("content"), "assistant", index);
            return;
        }
        checkNotEmpty(calls, "messages[" + index + "].tool_calls");
        this.open = new LinkedHashSet<>();
        for (int i = 0; i < calls.size(); i++) {
            checkCall(calls.get(i), "messages[" + index + "].tool_calls[" + i + "]", this.open);
        }
        if (!message.path("content").isMissingNode() && !message.path("content").isNull()) {
            checkContent(message.path("content"), "assistant", index);
        }
    }

    private void checkCall(JsonNode call, String place, Set<String> ids) {
        JsonNode id = call.path("id");
        if (!id.isString()) {
            missing(place + ".id");
        } else if (id.stringValue().isEmpty()) {
            invalid(
                    place + ".id",
                    "empty string",
                    "Expected a string with minimum length 1, but got an empty string instead.",
                    "empty_string");
        } else if (!ids.add(id.stringValue())) {
            refuse("Invalid '" + place + ".id': the id is not unique.", place + ".id", "invalid_value");
        } else {
            checkLength(id.stringValue(), LONGEST_ID, place + ".id");
        }
        if (!call.path("type").asString("").equals("function")) {
            missing(place + ".type");
        }
        checkName(call.path("function").path("name"), place + ".function.name");
        if (!call.path("function").path("arguments").isString()) {
            missing(place + ".function.arguments");
        }
    }

    private void checkContent(JsonNode content, String role, int index) {
        String place = "messages[" + index + "].content";
        if (content.isString()) {
            checkLength(content.stringValue(), LONGEST_TEXT, place);
        } else if (content.isArray()) {
            checkNotEmpty(content, place);
            for (int i = 0; i < content.size(); i++) {
                checkPart(content.get(i), role, index, place + "[" + i + "]");
            }
        } else {
            String type = (content.isMissingNode() || content.isNull()) ? "null" : "an object";
            refuse(
                    "Invalid value for 'content': expected a string, got " + type + ".",
                    "messages.[" + index + "].content",
                    null);
        }
    }

    private void checkPart(JsonNode part, String role, int index, String place) {
        String type = part.path("type").asString("");
        if (type.equals("image_url") && !role.equals("user")) {
            refuse(
                    "Invalid 'messages[" + index + "]'. Image URLs are only allowed for messages with role 'user', "
                            + "but this message with role '" + role + "' contains an image URL.",
                    "messages[" + index + "]",
                    "invalid_value");
        } else if (!type.equals("text") && !(role.equals("user") && USER_PARTS.contains(type))) {
            refuse("Invalid value: '" + type + "'. Supported values are: 'text'.", place + ".type", "invalid_value");
        } else if (type.equals("text") && !part.path("text").isString()) {
            missing(place + ".text");
        }
    }
}
