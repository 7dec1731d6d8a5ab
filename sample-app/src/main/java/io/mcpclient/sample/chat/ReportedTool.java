package io.mcpclient.sample.chat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.ai.tool.execution.ToolExecutionException;
import org.springframework.ai.tool.metadata.ToolMetadata;

import io.mcpclient.handler.McpProgressListener;
import io.mcpclient.sample.dialog.Approvals;
import io.mcpclient.springai.McpToolCallback;
import io.mcpclient.springai.McpToolContext;

/** A tool of a server whose calls are reported to the page as they happen. */
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
    public ToolMetadata getToolMetadata() {
        return this.tool.getToolMetadata();
    }

    @Override
    public String call(String toolInput) {
        return call(toolInput, null);
    }

    @Override
    public String call(String toolInput, @Nullable ToolContext toolContext) {
        int call = this.calls.incrementAndGet();
        this.steps.onToolCall(new ChatSteps.ToolCall(
                call,
                this.tool.tool().server(),
                this.tool.tool().name(),
                this.tool.tool().displayName(),
                toolInput));
        try (Approvals.ModelCall announced = this.approvals.ofModel(this.tool.tool())) {
            String result = this.tool.call(toolInput, withProgress(call, toolContext));
            ResultContent parts = ResultContent.of(result);
            this.steps.onToolResult(new ChatSteps.ToolResult(call, false, result, parts.content(), parts.structured()));
            return parts.forModel(result);
        } catch (ToolExecutionException ex) {
            this.steps.onToolResult(
                    new ChatSteps.ToolResult(call, true, String.valueOf(ex.getMessage()), List.of(), null));
            throw ex;
        }
    }

    private ToolContext withProgress(int call, @Nullable ToolContext context) {
        Map<String, Object> entries = new HashMap<>((context != null) ? context.getContext() : Map.of());
        McpProgressListener listener = progress -> this.steps.onProgress(ChatSteps.Progress.of(call, progress));
        entries.put(McpToolContext.PROGRESS, listener);
        return new ToolContext(entries);
    }
}
