package io.mcpclient.langchain4j;

import java.util.Map;
import java.util.stream.Collectors;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.exception.ToolArgumentsException;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import org.jspecify.annotations.Nullable;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpException;
import io.mcpclient.registry.McpRegisteredTool;
import io.mcpclient.registry.McpToolRegistry;

/**
 * Calls one tool. Blocks the calling thread; an interrupt cancels the call, at the server too. Nothing of the invocation
 * reaches the server but the arguments and what the application configures.
 */
final class RegistryToolExecutor implements ToolExecutor {

    private final McpToolRegistry registry;

    private final McpRegisteredTool tool;

    private final CallContext context;

    RegistryToolExecutor(McpToolRegistry registry, McpRegisteredTool tool, CallContext context) {
        this.registry = registry;
        this.tool = tool;
        this.context = context;
    }

    @Override
    public String execute(ToolExecutionRequest request, Object memoryId) {
        return text(executeWithContext(
                request, InvocationContext.builder().chatMemoryId(memoryId).build()));
    }

    /** Returns a result for callers that accept nothing but text. */
    static String text(ToolExecutionResult result) {
        return result.resultContents().stream()
                .map(content -> content instanceof TextContent text ? text.text() : "[" + content.type() + "]")
                .collect(Collectors.joining("\n"));
    }

    @Override
    public ToolExecutionResult executeWithContext(
            ToolExecutionRequest request, @Nullable InvocationContext invocation) {
        Map<String, Object> arguments = arguments(request);
        InvocationContext known =
                (invocation != null) ? invocation : InvocationContext.builder().build();
        McpCallOptions options = this.context.options(this.tool, known);
        try {
            return ToolResultMapper.of(
                    this.registry.callTool(this.tool.name(), arguments, options), this.registry.resultLimit());
        } catch (McpException ex) {
            throw ToolFailures.of(request.name(), ex);
        }
    }

    private static Map<String, Object> arguments(ToolExecutionRequest request) {
        String json = request.arguments();
        if (json == null || json.isBlank()) {
            return Map.of();
        }
        try {
            return Json.readObject(json);
        } catch (IllegalArgumentException ex) {
            throw new ToolArgumentsException("The arguments of \"" + request.name() + "\" are not a JSON object.");
        }
    }
}
