package io.mcpclient.springai;

import java.util.Map;
import java.util.function.BiFunction;

import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;
import tools.jackson.core.JacksonException;

import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.registry.McpRegisteredTool;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.registry.McpToolSearch;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.Tool;

/** One of the two tools with which a model finds and calls the tools that it was not offered. */
final class SearchToolCallback implements ToolCallback {

    private final ToolDefinition definition;

    private final BiFunction<Map<String, Object>, @Nullable ToolContext, String> function;

    private SearchToolCallback(Tool tool, BiFunction<Map<String, Object>, @Nullable ToolContext, String> function) {
        String description = tool.description();
        this.definition = ToolDefinition.builder()
                .name(tool.name())
                .description((description != null) ? description : tool.name())
                .inputSchema(Json.write(tool.inputSchema()))
                .build();
        this.function = function;
    }

    static ToolCallback searching(McpToolSearch search) {
        return new SearchToolCallback(
                search.searchTool(), (arguments, context) -> Json.write(search.search(arguments)));
    }

    static ToolCallback calling(McpToolSearch search, McpToolRegistry registry, ToolCallSettings settings) {
        return new SearchToolCallback(search.callTool(), (arguments, context) -> {
            McpRegisteredTool called = search.calledTool(arguments);
            return new McpToolCallback(registry, called, settings)
                    .call(Json.write(search.calledArguments(arguments)), context);
        });
    }

    @Override
    public ToolDefinition getToolDefinition() {
        return this.definition;
    }

    @Override
    public String call(String toolInput) {
        return call(toolInput, null);
    }

    @Override
    public String call(String toolInput, @Nullable ToolContext toolContext) {
        try {
            return this.function.apply(Json.object(toolInput), toolContext);
        } catch (JacksonException ex) {
            throw notExecuted(new McpRejectedException(
                    McpErrorDetails.ofNoServer(
                            McpMethods.TOOLS_CALL,
                            McpOutcome.NOT_SENT,
                            "the arguments from the model are not a JSON object"),
                    McpRejectedException.Reason.INVALID_ARGUMENT));
        } catch (McpRejectedException ex) {
            if (ex.reason() == McpRejectedException.Reason.EVENT_LOOP) {
                throw ex;
            }
            throw notExecuted(ex);
        }
    }

    private McpToolExecutionException notExecuted(McpException failure) {
        return new McpToolExecutionException(
                this.definition, "The tool was not executed: " + failure.problem() + ".", failure);
    }
}
