package io.mcpclient.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What providers beside OpenAI, Google and Anthropic refuse in the schema of a function, in their words, as public reports quote
 * them. Each method returns the messages, none if the schema is accepted.
 */
public final class CompatibleProviderChecks {

    private CompatibleProviderChecks() {}

    /** https://github.com/usestrix/strix/issues/1088, https://github.com/livekit/agents/pull/5082. */
    public static List<String> groq(String function, Map<String, Object> parameters) {
        List<String> messages = new ArrayList<>();
        for (SchemaNodes.Node node : SchemaNodes.all(parameters)) {
            boolean hasProperties =
                    node.members().get("properties") instanceof Map<?, ?> properties && !properties.isEmpty();
            if (SchemaNodes.types(node.members()).contains("object")
                    && node.members().containsKey("required")
                    && !hasProperties) {
                messages.add("invalid JSON schema for tool " + function
                        + ", tools[0].function.parameters: 'required' present" + " but 'properties' is missing");
            }
        }
        return messages;
    }

    /** https://github.com/browseros-ai/BrowserOS/issues/255, https://github.com/containers/kubernetes-mcp-server/issues/758. */
    public static List<String> llamaCpp(Map<String, Object> parameters) {
        List<String> messages = new ArrayList<>();
        List<String> recognized = List.of("type", "anyOf", "oneOf", "allOf", "$ref", "enum", "const", "properties");
        for (SchemaNodes.Node node : SchemaNodes.all(parameters)) {
            Map<?, ?> members = node.members();
            if (!members.isEmpty() && recognized.stream().noneMatch(members::containsKey)) {
                messages.add("JSON schema conversion failed:\nUnrecognized schema: " + members);
            }
            if (members.get("pattern") instanceof String pattern && !pattern.matches("(?s)\\^.*\\$")) {
                messages.add("JSON schema conversion failed:\nPattern must start with '^' and end with '$'");
            }
        }
        return messages;
    }

    /** https://github.com/BerriAI/litellm/pull/13389, https://github.com/SylphxAI/pdf-reader-mcp/issues/63. */
    public static List<String> mistral(Map<String, Object> parameters) {
        List<String> messages = new ArrayList<>();
        if (SchemaNodes.all(parameters).stream()
                .anyMatch(node ->
                        node.members().containsKey("$schema") || node.members().containsKey("$id"))) {
            messages.add("Grammar error: at 3(11): failed to compile JSON schema");
        }
        if (!MetaSchemaCheck.problems(parameters).isEmpty()) {
            messages.add("Invalid tool schema: " + MetaSchemaCheck.text(parameters)
                    + " is not valid under any of the given schemas");
        }
        return messages;
    }

    /** https://github.com/MoonshotAI/kimi-code/issues/2661, https://github.com/vercel/ai/pull/18921. */
    public static List<String> moonshot(Map<String, Object> parameters) {
        List<String> problems = new ArrayList<>();
        for (SchemaNodes.Node node : SchemaNodes.all(parameters)) {
            Map<?, ?> members = node.members();
            String where = "At path '" + (node.path().isEmpty() ? "root" : String.join(".", node.path())) + "': ";
            if (members.containsKey("anyOf") && members.containsKey("type")) {
                problems.add(
                        where + "when using anyOf, type should be defined in anyOf items instead of the parent schema");
            }
            if (members.containsKey("items") && !(members.get("items") instanceof Map<?, ?>)) {
                problems.add(where + "items must be an object");
            }
            if (members.get("$ref") instanceof String reference && !reference.startsWith("#/$defs/")) {
                // https://github.com/github/copilot-cli/issues/3716
                problems.add(where + "references must start with #/$defs/");
            }
        }
        return problems.stream()
                .map(problem ->
                        "Invalid request: tools.function.parameters is not a valid moonshot flavored json schema,"
                                + " details: <" + problem + ">")
                .toList();
    }

    /**
     * Amazon Nova, over Bedrock. https://docs.aws.amazon.com/nova/latest/userguide/tool-use-definition.html,
     * https://github.com/zed-industries/zed/issues/28521, https://github.com/kirodotdev/Kiro/issues/10270.
     */
    public static List<String> nova(Map<String, Object> inputSchema) {
        List<String> messages = new ArrayList<>();
        if (!"object".equals(inputSchema.get("type"))) {
            messages.add("The value at toolConfig.tools.0.toolSpec.inputSchema.json.type must be one of the following:"
                    + " object.");
        }
        inputSchema.keySet().stream()
                .filter(key -> !List.of("type", "properties", "required").contains(key))
                .forEach(key -> messages.add("Malformed input request: #/toolConfig/tools/0/toolSpec/inputSchema/json:"
                        + " extraneous key [" + key + "] is not permitted, please reformat your input and try again."));
        return messages;
    }

    /** https://github.com/braytonstafford/grok_conversation/issues/25, https://github.com/NousResearch/hermes-agent/pull/20976. */
    public static List<String> xAi(String function, Map<String, Object> parameters) {
        List<String> messages = new ArrayList<>();
        if (parameters.containsKey("anyOf") || parameters.containsKey("oneOf")) {
            messages.add(function
                    + ": tool parameter root must be an object type (root schema is an anyOf/oneOf union with a"
                    + " non-object branch)");
        }
        if (SchemaNodes.all(parameters).stream().anyMatch(node -> node.members().get("items") instanceof List<?>)) {
            messages.add("'items' must be a schema (object or boolean), not an array. For tuple validation use"
                    + " 'prefixItems' instead.");
        }
        return messages;
    }
}
