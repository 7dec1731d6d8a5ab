package io.mcpclient.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.exception.ToolExecutionException;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import org.jspecify.annotations.Nullable;

import io.mcpclient.error.McpException;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpToolException;
import io.mcpclient.model.McpModelResult;
import io.mcpclient.registry.McpModelTool;
import io.mcpclient.schema.CallToolResult;

/**
 * Calls one tool. Blocks the calling thread; an interrupt cancels the call, at the server too. Nothing of the invocation
 * reaches the server but the arguments and what the application configures.
 *
 * <pre>
 *  result                                       the text; media to attach are attributes
 *  failure of the tool, arguments, the name     a result that is marked as an error
 *  any other failure                            an exception with a message for the model
 * </pre>
 */
final class ModelToolExecutor implements ToolExecutor {

    private final McpModelTool tool;

    private final CallContext context;

    private final InvocationScope scope;

    ModelToolExecutor(McpModelTool tool, CallContext context, InvocationScope scope) {
        this.tool = tool;
        this.context = context;
        this.scope = scope;
    }

    /** Returns an executor whose calls share a scope. */
    ModelToolExecutor in(InvocationScope shared) {
        return new ModelToolExecutor(this.tool, this.context, shared);
    }

    @Override
    public String execute(ToolExecutionRequest request, Object memoryId) {
        return executeWithContext(
                        request,
                        InvocationContext.builder().chatMemoryId(memoryId).build())
                .resultText();
    }

    @Override
    public ToolExecutionResult executeWithContext(
            ToolExecutionRequest request, @Nullable InvocationContext invocation) {
        InvocationContext known =
                (invocation != null) ? invocation : InvocationContext.builder().build();
        McpModelResult result;
        try {
            result = this.scope.call(
                    !this.tool.isReadOnly(),
                    () -> this.tool.call(request.arguments(), this.context.options(this.tool.registered(), known)));
        } catch (McpException ex) { // cancelled, or on a thread that must not block
            throw failed("The call was not completed.", ex);
        }
        McpException failure = result.failure();
        if (failure != null && !isForModel(failure)) {
            throw failed(result.text(), failure);
        }
        return converted(result);
    }

    private static ToolExecutionException failed(String text, McpException failure) {
        return new ToolExecutionException(text, new McpToolCallException(text, failure));
    }

    private static boolean isForModel(McpException failure) {
        return failure instanceof McpToolException
                || (failure instanceof McpRejectedException rejected
                        && (rejected.reason() == McpRejectedException.Reason.INVALID_ARGUMENT
                                || rejected.reason() == McpRejectedException.Reason.UNKNOWN_TOOL));
    }

    private ToolExecutionResult converted(McpModelResult result) {
        ToolExecutionResult.Builder builder = ToolExecutionResult.builder()
                .isError(result.isError())
                .resultText(result.text())
                .attributes(AttachedContents.attributes(this.tool, result.media()));
        CallToolResult received = result.result();
        if (received != null) {
            Object structured = received.structuredContent();
            builder.result((structured != null) ? structured : received.text());
        }
        return builder.build();
    }
}
