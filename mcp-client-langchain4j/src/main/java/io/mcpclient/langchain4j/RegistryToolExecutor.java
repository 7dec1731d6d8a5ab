package io.mcpclient.langchain4j;

import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.exception.ToolArgumentsException;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import org.jspecify.annotations.Nullable;
import reactor.core.Exceptions;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpPrincipalContext;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpCancelledException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.registry.McpRegisteredTool;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.McpMethods;

/**
 * Calls one tool. Blocks the calling thread; an interrupt cancels the call, at the server too. Nothing of the invocation
 * reaches the server but the arguments and what the application configures.
 */
final class RegistryToolExecutor implements ToolExecutor {

    /** The deadline of the call ends the waiting; this is for the case that it does not. */
    private static final Duration LONGEST = Duration.ofDays(1);

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
        McpPrincipal principal = this.context.principal(known);
        try {
            return ToolResultMapper.of(call(arguments, options, principal));
        } catch (McpException ex) {
            throw ToolFailures.of(request.name(), ex);
        }
    }

    private CallToolResult call(
            Map<String, Object> arguments, McpCallOptions options, @Nullable McpPrincipal principal) {
        if (principal == null) {
            return this.registry.callTool(this.tool.name(), arguments, options);
        }
        return await(
                this.tool.server(),
                McpMethods.TOOLS_CALL,
                this.registry
                        .callToolReactive(this.tool.name(), arguments, options)
                        .contextWrite(McpPrincipalContext.of(principal)));
    }

    /** Waits for a call on behalf of a principal, which only reactive calls can have as an argument. */
    static <T> T await(String server, String operation, Mono<T> call) {
        try {
            T result = call.block(LONGEST);
            if (result != null) {
                return result;
            }
            throw new IllegalStateException("the call completed without a result");
        } catch (RuntimeException ex) {
            if (Exceptions.unwrap(ex) instanceof InterruptedException
                    || ex.getCause() instanceof InterruptedException) {
                Thread.currentThread().interrupt();
                throw new McpCancelledException(
                        McpErrorDetails.of(server, operation, McpOutcome.UNKNOWN, "the calling thread was interrupted")
                                .withCause(ex));
            }
            throw ex;
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
