package io.mcpclient.registry;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

import org.jspecify.annotations.Nullable;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.extension.McpModelFunction;
import io.mcpclient.internal.model.ModelSchema;
import io.mcpclient.internal.model.ModelSchemas;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.model.McpModelResult;
import io.mcpclient.model.McpSchemaForm;
import io.mcpclient.schema.JsonObject;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.Tool;
import io.mcpclient.schema.ToolAnnotations;

/** A tool of this library. It exists for models alone; no server has it. */
final class LibraryTool implements McpModelTool {

    static final JsonCodec CODEC = new JsonCodec(JsonLimits.DEFAULT);

    private final Tool definition;

    private final @Nullable ModelInput input;

    private final List<String> requiredTexts;

    private final BiFunction<Map<String, Object>, McpCallOptions, McpModelResult> function;

    LibraryTool(Tool definition, BiFunction<Map<String, Object>, McpCallOptions, McpModelResult> function) {
        this(definition, input(definition), function);
    }

    private static ModelInput input(Tool definition) {
        ModelSchema shown = ModelSchemas.forModel(definition.inputSchema(), McpSchemaForm.AS_SENT);
        return new ModelInput("", definition.name(), definition.inputSchema(), () -> shown, true);
    }

    private LibraryTool(
            Tool definition,
            @Nullable ModelInput input,
            BiFunction<Map<String, Object>, McpCallOptions, McpModelResult> function) {
        this.definition = definition;
        this.input = input;
        this.requiredTexts =
                (input != null) ? requiredTexts(definition.inputSchema().asMap()) : List.of();
        this.function = function;
    }

    private static List<String> requiredTexts(Map<String, Object> schema) {
        Map<?, ?> properties = (schema.get("properties") instanceof Map<?, ?> map) ? map : Map.of();
        List<?> required = (schema.get("required") instanceof List<?> list) ? list : List.of();
        return required.stream()
                .map(String::valueOf)
                .filter(name ->
                        properties.get(name) instanceof Map<?, ?> property && "string".equals(property.get("type")))
                .toList();
    }

    /** Creates a tool that has the same answer for all arguments, even for those that cannot be read. */
    static LibraryTool answering(Tool definition, McpModelResult answer) {
        return new LibraryTool(definition, null, (arguments, options) -> answer);
    }

    /** Creates the tool of a function, with its current description. */
    static LibraryTool of(McpModelFunction function) {
        ToolAnnotations annotations = new ToolAnnotations(null, function.isReadOnly(), null, null, null, Map.of());
        Tool definition = new Tool(
                function.name(),
                null,
                function.description(),
                function.inputSchema(),
                null,
                annotations,
                null,
                List.of(),
                null,
                Map.of());
        return new LibraryTool(
                definition, (arguments, options) -> McpModelResult.ofText(function.call(arguments, options)));
    }

    /**
     * Defines a tool.
     * @param name its name
     * @param description what it does
     * @param readOnly whether it only reads; nothing is said for {@code null}
     * @param properties its arguments, in order
     * @param required names of required arguments; a call without one of those that are texts is refused
     */
    static Tool define(
            String name,
            String description,
            @Nullable Boolean readOnly,
            Map<String, Object> properties,
            String... required) {
        Map<String, Object> schema = orderedMap("type", "object", "properties", properties);
        schema.put("required", List.of(required));
        ToolAnnotations annotations = (readOnly != null)
                ? new ToolAnnotations(null, readOnly, readOnly ? null : false, null, null, Map.of())
                : null;
        return new Tool(
                name, null, description, JsonObject.of(schema), null, annotations, null, List.of(), null, Map.of());
    }

    static Map<String, Object> property(String type, String description) {
        return orderedMap("type", type, "description", description);
    }

    static Map<String, Object> orderedMap(String one, Object first, String other, Object second) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put(one, first);
        map.put(other, second);
        return map;
    }

    /** Returns a required text argument of a call. */
    static String text(String argument, Map<String, Object> arguments) {
        return String.valueOf(arguments.get(argument));
    }

    /** Returns the first required text argument that is missing or blank, if there is one. */
    private Optional<String> missing(Map<String, Object> arguments) {
        return this.requiredTexts.stream()
                .filter(name -> !(arguments.get(name) instanceof String text) || text.isBlank())
                .findFirst();
    }

    private McpModelResult missing(String argument) {
        String problem = "the argument \"" + argument + "\" of " + name() + " is missing";
        McpErrorDetails details = McpErrorDetails.ofNoServer(McpMethods.TOOLS_CALL, McpOutcome.NOT_SENT, problem);
        return McpModelResult.ofFailure(
                "The tool was not executed: " + problem + ".",
                new McpRejectedException(details, McpRejectedException.Reason.INVALID_ARGUMENT));
    }

    @Override
    public String name() {
        return this.definition.name();
    }

    @Override
    public String description() {
        return String.valueOf(this.definition.description());
    }

    @Override
    public JsonObject inputSchema() {
        return this.definition.inputSchema();
    }

    @Override
    public @Nullable McpRegisteredTool registered() {
        return null;
    }

    @Override
    public Tool definition() {
        return this.definition;
    }

    @Override
    public boolean returnDirect() {
        return false;
    }

    @Override
    public boolean isReadOnly() {
        ToolAnnotations annotations = this.definition.annotations();
        return annotations != null && annotations.isReadOnly();
    }

    @Override
    public McpModelResult call(@Nullable String arguments, McpCallOptions options) {
        ModelInput.Arguments read =
                (this.input != null) ? this.input.read(arguments) : new ModelInput.Arguments(Map.of(), null);
        McpModelResult refusal = read.refusal();
        return (refusal != null)
                ? refusal
                : missing(read.arguments())
                        .map(this::missing)
                        .orElseGet(() -> ModelCalls.result(() -> this.function.apply(read.arguments(), options)));
    }

    @Override
    public String toString() {
        return "McpModelTool[" + name() + "]";
    }
}
