package io.mcpclient.registry;

import java.util.Collection;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.model.ModelArguments;
import io.mcpclient.internal.model.ModelResults;
import io.mcpclient.internal.model.ModelSchemas;
import io.mcpclient.model.McpModelResult;
import io.mcpclient.model.McpResultRules;
import io.mcpclient.model.McpSchemaForm;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.ContentBlock;
import io.mcpclient.schema.JsonObject;
import io.mcpclient.schema.Tool;

/**
 * What models are given and write, for integrations that pass tools to models which the registry does not have, such as those of
 * sampling requests.
 */
public final class McpModelFormats {

    private McpModelFormats() {}

    /**
     * Returns the input schema of a tool in a form for models.
     * @param tool definition of the tool
     * @param form the form
     * @return a JSON Schema
     */
    public static JsonObject inputSchema(Tool tool, McpSchemaForm form) {
        return ModelSchemas.of(tool.inputSchema(), form);
    }

    /**
     * Reads arguments as models write them: a JSON object, also within a string or a code fence, or with trailing commas. Names of
     * properties are those that the model wrote.
     * @param text the text; {@code null} or blank for none
     * @return the arguments, empty if there are none; numbers have all their digits
     * @throws IllegalArgumentException if the text cannot be read; the message is for the model
     */
    public static Map<String, Object> arguments(@Nullable String text) {
        ModelArguments.Reading reading = ModelArguments.read(text);
        if (reading.problem() != null) {
            throw new IllegalArgumentException(reading.problem());
        }
        return reading.arguments();
    }

    /**
     * Reads arguments for a tool as models write them, with the names of properties that the server knows: the
     * {@linkplain #inputSchema input schema} has others where a provider refuses them, such as {@code _top} for {@code $top}.
     * @param text the text; {@code null} or blank for none
     * @param tool definition of the tool
     * @param form the form of the input schema that the model was given
     * @return the arguments, empty if there are none; numbers have all their digits
     * @throws IllegalArgumentException if the text cannot be read; the message is for the model
     */
    public static Map<String, Object> arguments(@Nullable String text, Tool tool, McpSchemaForm form) {
        return ModelSchemas.forModel(tool.inputSchema(), form).originalNames(arguments(text), true);
    }

    /**
     * Reads arguments for one of several tools, see {@link #arguments(String, Tool, McpSchemaForm)}.
     * @param text the text; {@code null} or blank for none
     * @param name name of the tool that the model calls
     * @param tools the tools that the model was given
     * @param form the form of their input schemas
     * @return the arguments, empty if there are none; with the names that the model wrote if there is no such tool
     * @throws IllegalArgumentException if the text cannot be read; the message is for the model
     */
    public static Map<String, Object> arguments(
            @Nullable String text, String name, Collection<Tool> tools, McpSchemaForm form) {
        return tools.stream()
                .filter(tool -> tool.name().equals(name))
                .findFirst()
                .map(tool -> arguments(text, tool, form))
                .orElseGet(() -> arguments(text));
    }

    /**
     * Returns what a model reads of a content block, such as that of a prompt.
     * @param block the block
     * @return the text, and media that models take; the text of these is a note
     */
    public static McpModelResult block(ContentBlock block) {
        return result(
                new CallToolResult(List.of(block), null, null, null, null, Map.of()),
                McpResultRules.undecided().withMedia(McpResultRules.Media.ATTACH));
    }

    /**
     * Returns what a model reads of a result, as if a tool of a server had returned it.
     * @param result the result
     * @param rules which parts of it, and how; what they do not decide is as by default
     * @return what the model reads, without masked credentials
     */
    public static McpModelResult result(CallToolResult result, McpResultRules rules) {
        return ModelResults.of(result, null, rules, null);
    }
}
