package io.mcpclient.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * What the Gemini API and Vertex AI refuse in {@code FunctionDeclaration.parameters}. Its members are those of
 * https://ai.google.dev/api/caching#Schema; each other rule has its report.
 */
final class GeminiCheck {

    private static final Set<String> MEMBERS = Set.of(
            "type",
            "format",
            "title",
            "description",
            "nullable",
            "enum",
            "maxItems",
            "minItems",
            "properties",
            "required",
            "minProperties",
            "maxProperties",
            "minLength",
            "maxLength",
            "pattern",
            "example",
            "anyOf",
            "propertyOrdering",
            "default",
            "items",
            "minimum",
            "maximum");

    private static final Set<String> TYPES =
            Set.of("string", "number", "integer", "boolean", "array", "object", "null");

    private final List<String> problems = new ArrayList<>();

    private GeminiCheck() {}

    static List<String> problems(Map<String, Object> parameters) {
        GeminiCheck check = new GeminiCheck();
        if (!"object".equals(String.valueOf(parameters.get("type")).toLowerCase(Locale.ROOT))) {
            // https://github.com/spring-projects/spring-ai/issues/1373
            check.problems.add("functionDeclaration parameters schema should be of type OBJECT");
        }
        check.schema("parameters", parameters);
        return check.problems;
    }

    private void schema(String path, @Nullable Object schema) {
        if (!(schema instanceof Map<?, ?> members)) {
            // https://github.com/github/copilot-cli/issues/4623
            this.problems.add("Invalid value at '" + path + "' (Schema), " + schema);
            return;
        }
        members.keySet().stream()
                .map(String::valueOf)
                .filter(name -> !MEMBERS.contains(name))
                .forEach(name ->
                        // https://github.com/zed-extensions/mcp-server-brave-search/issues/12
                        this.problems.add("Invalid JSON payload received. Unknown name \"" + name + "\" at '" + path
                                + "': Cannot find field."));
        type(path, members);
        enumeration(path, members);
        format(path, members);
        alternatives(path, members);
        object(path, members);
        array(path, members);
    }

    private void type(String path, Map<?, ?> members) {
        Object type = members.get("type");
        if (type instanceof List<?>) {
            // https://github.com/WordPress/ai-provider-for-google/issues/33
            this.problems.add("Invalid JSON payload received. Unknown name \"type\" at '" + path
                    + "': Proto field is not repeating, cannot start list.");
        } else if (type == null && !members.containsKey("anyOf") && !path.endsWith(".items")) {
            // https://github.com/danny-avila/LibreChat/issues/6971, https://github.com/oOo0oOo/lean-lsp-mcp/issues/185;
            // the items of an array can be anything: https://github.com/AnswerDotAI/toolslm/pull/68
            this.problems.add(path + ".type: must be specified when not using one_of, any_of or all_of fields");
        } else if (type != null && !TYPES.contains(String.valueOf(type).toLowerCase(Locale.ROOT))) {
            // https://github.com/zereight/gitlab-mcp/issues/166
            this.problems.add("Invalid value at '" + path + ".type' (Type), \"" + type + "\"");
        }
    }

    private void enumeration(String path, Map<?, ?> members) {
        if (!members.containsKey("enum")) {
            return;
        }
        if (!is(members, "string")) {
            // https://github.com/decolua/9router/issues/359
            this.problems.add(path + ".enum: only allowed for STRING type");
        }
        List<?> values = (members.get("enum") instanceof List<?> list) ? list : List.of();
        if (values.isEmpty()) {
            // https://github.com/elastic/kibana/pull/286302
            this.problems.add(path + ".enum: should be non-empty for STRING type with enum format");
        }
        for (int i = 0; i < values.size(); i++) {
            if (!(values.get(i) instanceof String)) {
                // https://github.com/microsoft/azure-devops-mcp/issues/145
                this.problems.add("Invalid value at '" + path + ".enum[" + i + "]' (TYPE_STRING), " + values.get(i));
            } else if ("".equals(values.get(i))) {
                this.problems.add(path + ".enum[" + i + "]: cannot be empty");
            }
        }
    }

    private void format(String path, Map<?, ?> members) {
        Object format = members.get("format");
        if (format != null && is(members, "string") && !format.equals("enum") && !format.equals("date-time")) {
            // https://github.com/google-gemini/gemini-cli/issues/3178
            this.problems.add(path + ".format: only 'enum' and 'date-time' are supported for STRING type");
        }
    }

    private void alternatives(String path, Map<?, ?> members) {
        if (!(members.get("anyOf") instanceof List<?> alternatives)) {
            return;
        }
        if (members.size() > 1) {
            // https://github.com/anomalyco/opencode/pull/14659,
            // https://github.com/patlux/pi-commandcode-provider/pull/103
            this.problems.add(
                    path + " schema specified other fields alongside any_of. When using any_of, it must be the"
                            + " only field set");
        }
        for (int i = 0; i < alternatives.size(); i++) {
            schema(path + ".any_of[" + i + "]", alternatives.get(i));
        }
    }

    private void object(String path, Map<?, ?> members) {
        Object properties = members.get("properties");
        if (!is(members, "object") && (properties != null || members.containsKey("required"))) {
            // https://github.com/anomalyco/opencode/issues/11889
            this.problems.add(path + ".properties: only allowed for OBJECT type");
        }
        if (properties != null && !(properties instanceof Map<?, ?>)) {
            // https://github.com/WordPress/ai-provider-for-google/pull/35
            this.problems.add("Invalid JSON payload received. Cannot bind a list to map for field 'properties'.");
        }
        Map<?, ?> named = (properties instanceof Map<?, ?> map) ? map : Map.of();
        named.forEach((name, each) -> schema(path + ".properties[" + name + "]", each));
        List<?> required = (members.get("required") instanceof List<?> list) ? list : List.of();
        for (int i = 0; i < required.size(); i++) {
            if (!named.containsKey(required.get(i))) {
                // https://github.com/Kilo-Org/kilocode/pull/11955
                this.problems.add(path + ".required[" + i + "]: property is not defined");
            }
        }
    }

    private void array(String path, Map<?, ?> members) {
        if (members.containsKey("items")) {
            schema(path + ".items", members.get("items"));
            if (!is(members, "array")) {
                // https://github.com/anomalyco/opencode/issues/48073
                this.problems.add(path + ".items: field predicate failed: $type == Type.ARRAY");
            }
        } else if (is(members, "array")) {
            // https://github.com/NousResearch/hermes-agent/issues/71804
            this.problems.add(path + ".items: missing field");
        }
    }

    private static boolean is(Map<?, ?> members, String type) {
        return type.equals(String.valueOf(members.get("type")).toLowerCase(Locale.ROOT));
    }
}
