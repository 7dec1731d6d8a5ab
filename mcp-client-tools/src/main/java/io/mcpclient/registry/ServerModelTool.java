package io.mcpclient.registry;

import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpToolException;
import io.mcpclient.internal.model.ModelResults;
import io.mcpclient.internal.model.ModelSchema;
import io.mcpclient.internal.model.ModelSchemas;
import io.mcpclient.model.McpModelResult;
import io.mcpclient.model.McpModelSettings;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.JsonObject;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.Tool;
import io.mcpclient.schema.ToolAnnotations;

/** A tool of a server as a model is offered it. */
final class ServerModelTool implements McpModelTool {

    private final DefaultMcpToolRegistry registry;

    private final McpRegisteredTool tool;

    private final Definition shown;

    /** What a model learns about the arguments; made with the first use, and shared while the definition is the same. */
    private record Definition(Tool tool, Lazy<ModelSchema> schema, Lazy<Integer> length, ModelInput input) {

        static Definition of(McpRegisteredTool tool, McpModelSettings settings) {
            Tool definition = tool.tool();
            Supplier<ModelSchema> schema = () -> ModelSchemas.forModel(definition.inputSchema(), settings.schemas());
            Lazy<ModelSchema> shown = new Lazy<>(schema);
            return new Definition(
                    definition,
                    shown,
                    new Lazy<>(() -> schema.get().schema().text().length()),
                    new ModelInput(
                            tool.server(), tool.name(), definition.inputSchema(), shown, settings.convertArguments()));
        }
    }

    /**
     * Creates the tool.
     * @param last the tool of the same name in the view before, or {@code null}
     */
    ServerModelTool(
            DefaultMcpToolRegistry registry,
            McpRegisteredTool tool,
            McpModelSettings settings,
            @Nullable ServerModelTool last) {
        this.registry = registry;
        this.tool = tool;
        this.shown = (last != null && last.shown.tool() == tool.tool()) ? last.shown : Definition.of(tool, settings);
    }

    @Override
    public String name() {
        return this.tool.name();
    }

    @Override
    public String description() {
        String description = this.tool.description();
        if (description != null && StringUtils.hasText(description)) {
            return description;
        }
        return StringUtils.hasText(this.tool.displayName()) ? this.tool.displayName() : this.tool.name();
    }

    @Override
    public JsonObject inputSchema() {
        return this.shown.schema().get().schema();
    }

    /** Returns the length of its text, which is not retained for it. */
    int inputSchemaLength() {
        return this.shown.length().get();
    }

    @Override
    public McpRegisteredTool registered() {
        return this.tool;
    }

    @Override
    public Tool definition() {
        return this.tool.tool();
    }

    @Override
    public boolean returnDirect() {
        return this.tool.override().returnDirect();
    }

    @Override
    public boolean isReadOnly() {
        ToolAnnotations annotations = this.tool.tool().annotations();
        return annotations != null && annotations.isReadOnly();
    }

    @Override
    public McpModelResult call(@Nullable String arguments, McpCallOptions options) {
        ModelInput.Arguments read = this.shown.input().read(arguments);
        McpModelResult refusal = read.refusal();
        McpModelResult result = (refusal != null)
                ? refusal
                : ModelCalls.result(
                        () -> result(this.registry.callForModel(this.tool, read.arguments(), options), options));
        this.registry.usage().add(this, result);
        return result;
    }

    private McpModelResult result(CallToolResult received, McpCallOptions options) {
        McpModelResult result = ModelResults.of(
                this.registry.cleaned(received),
                this.tool.tool(),
                this.registry.rules().results(this.tool),
                received.isErrorResult() ? null : this.registry.retained().keeper(options));
        if (!received.isErrorResult()) {
            return result;
        }
        // The exception masks credentials of the client, which a server may have repeated.
        McpToolException failure = new McpToolException(
                McpErrorDetails.of(
                        this.tool.server(),
                        McpMethods.TOOLS_CALL,
                        McpOutcome.ANSWERED,
                        "the tool \"" + this.tool.name() + "\" reported a failure"),
                this.tool.tool().name(),
                result.text());
        return new McpModelResult(failure.resultText(), result.media(), true, received, failure);
    }

    @Override
    public String toString() {
        return "McpModelTool[" + name() + " of " + this.tool.server() + "]";
    }
}
