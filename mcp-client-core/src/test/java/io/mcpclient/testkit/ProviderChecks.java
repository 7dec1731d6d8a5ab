package io.mcpclient.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What providers of models refuse in the schema of a function, in their words, as public reports and their documentation quote
 * them. They refuse the whole request, with status 400, and name one fault; these methods return all faults.
 */
public final class ProviderChecks {

    /** https://platform.openai.com/docs/guides/structured-outputs, quoted by https://github.com/BuilderIO/agent-native/pull/3085. */
    private static final Set<String> STRICT_FORMATS =
            Set.of("date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid");

    /**
     * https://platform.openai.com/docs/guides/structured-outputs; oneOf: https://github.com/makenotion/notion-mcp-server/issues/102
     * (allOf); default: https://github.com/567-labs/instructor/issues/961; propertyNames:
     * https://github.com/TanStack/ai/issues/976; uniqueItems: https://github.com/1jehuang/jcode/issues/713; prefixItems:
     * https://github.com/openai/openai-agents-python/pull/4753.
     */
    private static final Set<String> NOT_STRICT = Set.of(
            "allOf",
            "oneOf",
            "not",
            "if",
            "then",
            "else",
            "dependentRequired",
            "dependentSchemas",
            "patternProperties",
            "propertyNames",
            "minProperties",
            "maxProperties",
            "unevaluatedProperties",
            "unevaluatedItems",
            "contains",
            "minContains",
            "maxContains",
            "uniqueItems",
            "prefixItems",
            "default");

    private ProviderChecks() {}

    /**
     * Checks parameters as OpenAI does without the strict mode.
     * @param function name of the function
     * @param parameters its schema
     * @return the messages of the refusals, none if it is accepted
     */
    public static List<String> openAi(String function, Map<String, Object> parameters) {
        List<String> problems = new ArrayList<>(MetaSchemaCheck.problems(parameters));
        Object type = parameters.get("type");
        if (!"object".equals(type)) {
            // https://github.com/chatanywhere/GPT_API_free/issues/403
            problems.add("schema must be a JSON Schema of 'type: \"object\"', got 'type: \""
                    + ((type == null) ? "None" : type) + "\"'");
        }
        if (List.of("oneOf", "anyOf", "allOf", "enum", "not").stream().anyMatch(parameters::containsKey)) {
            // https://github.com/langchain-ai/langchainjs/issues/9804
            problems.add("schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top"
                    + " level");
        }
        if (!parameters.containsKey("properties")) {
            // https://github.com/spring-projects/spring-ai/issues/4776
            problems.add("In context=(), object schema missing properties");
        }
        // https://github.com/AnswerDotAI/fastcore/issues/798, https://github.com/campfirein/byterover-cli/issues/42
        SchemaNodes.all(parameters).stream()
                .filter(node -> SchemaNodes.types(node.members()).contains("array")
                        && !node.members().containsKey("items"))
                .forEach(node -> problems.add("In context=" + tuple(node.path()) + ", array schema missing items"));
        List<String> messages = prefixed(function, problems);
        // https://github.com/anomalyco/opencode/issues/32073
        SchemaNodes.all(parameters).stream()
                .filter(node -> String.valueOf(node.members().get("pattern")).matches("(?s).*\\(\\?<?[=!].*"))
                .forEach(node -> messages.add("Invalid JSON schema: regex lookaround is not supported. Found at $."
                        + String.join(".", node.path()) + ".pattern."));
        return messages;
    }

    /**
     * Checks parameters as OpenAI does in the strict mode. It wants {@code additionalProperties: false} and all properties required
     * in every object, which clients add: see {@link #strict}.
     * @param function name of the function
     * @param parameters its schema
     * @return the messages of the refusals, none if it is accepted
     */
    public static List<String> openAiStrict(String function, Map<String, Object> parameters) {
        List<String> problems = new ArrayList<>();
        for (SchemaNodes.Node node : SchemaNodes.all(parameters)) {
            Map<?, ?> members = node.members();
            String context = "In context=" + tuple(node.path()) + ", ";
            if (isTypeless(node)) {
                // https://github.com/apexive/odoo-llm/issues/212, https://github.com/can1357/oh-my-pi/issues/211
                problems.add(context + "schema must have a 'type' key");
            }
            members.keySet().stream()
                    .filter(NOT_STRICT::contains)
                    .forEach(keyword -> problems.add(context + "'" + keyword + "' is not permitted"));
            Object format = members.get("format");
            if (format != null && !STRICT_FORMATS.contains(String.valueOf(format))) {
                // https://github.com/can1357/oh-my-pi/issues/206
                problems.add(context + "'" + format + "' is not a valid format");
            }
            if (SchemaNodes.types(members).contains("object")) {
                strictObject(problems, context, members);
            }
            reference(problems, context, parameters, members);
        }
        List<String> messages = new ArrayList<>(openAi(function, parameters));
        messages.addAll(prefixed(function, problems));
        return messages;
    }

    private static boolean isTypeless(SchemaNodes.Node node) {
        List<String> typed = List.of("type", "anyOf", "oneOf", "allOf", "not", "$ref", "enum", "const");
        return !node.path().contains("additionalProperties") && typed.stream().noneMatch(node.members()::containsKey);
    }

    private static void strictObject(List<String> problems, String context, Map<?, ?> members) {
        if (!Boolean.FALSE.equals(members.get("additionalProperties"))) {
            // https://github.com/bytedance/trae-agent/issues/173
            problems.add(context + "'additionalProperties' is required to be supplied and to be false");
        }
        List<?> required = (members.get("required") instanceof List<?> list) ? list : List.of();
        if (members.get("properties") instanceof Map<?, ?> properties) {
            properties.keySet().stream()
                    .filter(name -> !required.contains(name))
                    .forEach(name ->
                            // https://github.com/kevinwatt/mysql-mcp/issues/5
                            problems.add(context
                                    + "'required' is required to be supplied and to be an array including every key in"
                                    + " properties. Missing '" + name + "'"));
        }
    }

    private static void reference(List<String> problems, String context, Map<String, Object> root, Map<?, ?> members) {
        if (!(members.get("$ref") instanceof String reference)) {
            return;
        }
        if (members.size() > 1) {
            // https://github.com/defog-ai/defog/pull/244
            problems.add(context + "$ref cannot have keywords");
        }
        if (!SchemaNodes.exists(root, reference)) {
            // https://github.com/openai/openai-node/issues/970
            problems.add(context + "reference to component '" + reference + "' which was not found in the schema");
        } else if (!reference.equals("#") && !reference.matches("#/(\\$defs|definitions)/[^/]+")) {
            // https://github.com/dotnet/extensions/issues/6918
            problems.add(context + "reference can only point to definitions defined at the top level of the schema");
        }
    }

    /**
     * Completes a schema for the strict mode as its clients do: {@code additionalProperties: false} and all properties required in
     * every object, references as they are.
     * @param parameters a schema
     * @return the completed schema
     */
    public static Map<String, Object> strict(Map<String, Object> parameters) {
        return StrictMode.completed(parameters);
    }

    /**
     * Checks parameters as the Gemini API and Vertex AI do, unless they are sent as {@code parametersJsonSchema}.
     * @param function name of the function
     * @param parameters its schema
     * @return the messages of the refusals, none if it is accepted
     */
    public static List<String> gemini(String function, Map<String, Object> parameters) {
        return GeminiCheck.problems(parameters).stream()
                .map(problem -> "* GenerateContentRequest.tools[0].function_declarations[" + function + "]: " + problem)
                .toList();
    }

    /**
     * Checks parameters as Anthropic does. It also refuses names of properties at the root, which only a client could map.
     * @param function name of the tool
     * @param inputSchema its schema
     * @return the messages of the refusals, none if it is accepted
     */
    public static List<String> anthropic(String function, Map<String, Object> inputSchema) {
        String prefix = "tools." + function + ".custom.input_schema";
        List<String> messages = new ArrayList<>();
        if (!"object".equals(inputSchema.get("type"))) {
            messages.add(prefix + ".type: Field required");
        }
        if (List.of("oneOf", "allOf", "anyOf").stream().anyMatch(inputSchema::containsKey)) {
            // https://github.com/marianfoo/mcp-sap-docs/pull/51
            messages.add(prefix + ": input_schema does not support oneOf, allOf, or anyOf at the top level");
        }
        boolean isDangling = SchemaNodes.all(inputSchema).stream()
                .anyMatch(node -> node.members().get("$ref") instanceof String reference
                        && !SchemaNodes.exists(inputSchema, reference));
        if (isDangling || !MetaSchemaCheck.problems(inputSchema).isEmpty()) {
            // https://github.com/Dokploy/mcp/issues/74, https://github.com/spring-projects/spring-ai/issues/5888
            messages.add(prefix + ": JSON schema is invalid. It must match JSON Schema draft 2020-12"
                    + " (https://json-schema.org/draft/2020-12).");
        }
        if (inputSchema.get("properties") instanceof Map<?, ?> properties
                && !properties.keySet().stream()
                        .allMatch(name -> String.valueOf(name).matches("[a-zA-Z0-9_.-]{1,64}"))) {
            // https://github.com/anthropics/claude-code/issues/79418
            messages.add(prefix + ".properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'");
        }
        return messages;
    }

    private static List<String> prefixed(String function, List<String> problems) {
        return problems.stream()
                .map(problem -> "Invalid schema for function '" + function + "': " + problem + ".")
                .collect(Collectors.toCollection(ArrayList::new));
    }

    /** Returns a path as Python writes it. */
    private static String tuple(List<String> path) {
        return path.stream().map(part -> "'" + part + "'").collect(Collectors.joining(", ", "(", ")"));
    }
}
