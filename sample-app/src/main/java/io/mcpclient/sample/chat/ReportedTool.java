package io.mcpclient.sample.chat;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.model.McpModelResult;
import io.mcpclient.registry.McpModelTool;
import io.mcpclient.registry.McpRegisteredTool;
import io.mcpclient.sample.dialog.Approvals;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.springai.McpToolCallback;

/** A tool whose calls are reported to the page as they happen: the user sees the whole result, the model reads its text. */
final class ReportedTool implements ToolCallback {

    private final McpToolCallback tool;

    private final ChatSteps steps;

    private final Approvals approvals;

    private final AtomicInteger calls;

    ReportedTool(McpToolCallback tool, ChatSteps steps, Approvals approvals, AtomicInteger calls) {
        this.tool = tool;
        this.steps = steps;
        this.approvals = approvals;
        this.calls = calls;
    }

    @Override
    public ToolDefinition getToolDefinition() {
        return this.tool.getToolDefinition();
    }

    @Override
    public String call(String toolInput, @Nullable ToolContext toolContext) {
        return call(toolInput);
    }

    @Override
    public String call(String toolInput) {
        int call = this.calls.incrementAndGet();
        McpModelTool called = this.tool.tool();
        McpRegisteredTool registered = called.registered();
        this.steps.onToolCall(new ChatSteps.ToolCall(
                call,
                (registered != null) ? registered.server() : "",
                called.name(),
                called.definition().displayName(),
                toolInput));
        McpCallOptions options = McpCallOptions.defaults()
                .withProgress(progress -> this.steps.onProgress(ChatSteps.Progress.of(call, progress)));
        McpModelResult result;
        try (Approvals.ModelCall announced = this.approvals.ofModel(registered)) {
            result = called.call(toolInput, options);
        }
        CallToolResult received = result.result();
        this.steps.onToolResult(new ChatSteps.ToolResult(
                call,
                result.isError(),
                result.text(),
                (received != null) ? received.content() : List.of(),
                (received != null) ? received.structuredContent() : null));
        return result.text();
    }
}
