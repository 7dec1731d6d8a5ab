package io.mcpclient.langchain4j;

import java.util.Map;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.exception.ToolArgumentsException;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.langchain4j.service.tool.ToolProviderResult;
import org.jspecify.annotations.Nullable;

import io.mcpclient.error.McpRejectedException;
import io.mcpclient.registry.McpRegisteredTool;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.registry.McpToolSearch;

/** Two tools with which a model finds and calls the tools that it was not offered. */
final class SearchTools {

    private final McpToolSearch search;

    private final McpToolRegistry registry;

    private final CallContext context;

    SearchTools(McpToolSearch search, McpToolRegistry registry, CallContext context) {
        this.search = search;
        this.registry = registry;
        this.context = context;
    }

    void addTo(ToolProviderResult.Builder result) {
        result.add(
                ToolSpecificationMapper.of(this.search.searchTool().name(), this.search.searchTool())
                        .build(),
                new Executor(this::search));
        result.add(
                ToolSpecificationMapper.of(this.search.callTool().name(), this.search.callTool())
                        .build(),
                new Executor(this::call));
    }

    private ToolExecutionResult search(Map<String, Object> arguments, @Nullable InvocationContext invocation) {
        return ToolExecutionResult.builder()
                .resultText(Json.write(this.search.search(arguments)))
                .build();
    }

    private ToolExecutionResult call(Map<String, Object> arguments, @Nullable InvocationContext invocation) {
        McpRegisteredTool tool = this.search.calledTool(arguments);
        ToolExecutionRequest request = ToolExecutionRequest.builder()
                .name(tool.name())
                .arguments(Json.write(this.search.calledArguments(arguments)))
                .build();
        return new RegistryToolExecutor(this.registry, tool, this.context).executeWithContext(request, invocation);
    }

    /** What a model asks for, given its arguments. */
    @FunctionalInterface
    private interface Function {

        ToolExecutionResult apply(Map<String, Object> arguments, @Nullable InvocationContext invocation);
    }

    private record Executor(Function function) implements ToolExecutor {

        @Override
        public String execute(ToolExecutionRequest request, Object memoryId) {
            return RegistryToolExecutor.text(executeWithContext(
                    request, InvocationContext.builder().chatMemoryId(memoryId).build()));
        }

        @Override
        public ToolExecutionResult executeWithContext(
                ToolExecutionRequest request, @Nullable InvocationContext invocation) {
            try {
                return this.function.apply(Json.readObject(request.arguments()), invocation);
            } catch (McpRejectedException | IllegalArgumentException ex) {
                String problem = (ex instanceof McpRejectedException rejected)
                        ? rejected.problem()
                        : "the arguments are not a JSON object";
                throw new ToolArgumentsException("The tool was not executed: " + problem + ".");
            }
        }
    }
}
