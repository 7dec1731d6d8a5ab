package io.mcpclient.springai;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.micrometer.context.ContextSnapshotFactory;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.AssistantMessage.ToolCall;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage.ToolResponse;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.model.tool.ToolExecutionResult;
import org.springframework.ai.tool.ToolCallback;

import io.mcpclient.error.McpCancelledException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.schema.McpMethods;

/**
 * The tool calls of one turn. Calls of MCP tools that only read run in parallel, each through a manager of its own turn; all
 * other calls run one after another on the thread of the caller, in the order of the model, up to one that fails with an exception. The
 * results are in that order too.
 */
final class ParallelToolCalls {

    private final ToolCallingManager delegate;

    private final Executor threads;

    private final Prompt prompt;

    private final Map<String, ToolCallback> callbacks;

    ParallelToolCalls(ToolCallingManager delegate, Executor threads, Prompt prompt, List<ToolCallback> callbacks) {
        this.delegate = delegate;
        this.threads = threads;
        this.prompt = prompt;
        this.callbacks = callbacks.stream()
                .collect(Collectors.toMap(
                        callback -> callback.getToolDefinition().name(),
                        Function.identity(),
                        (first, second) -> first));
    }

    ToolExecutionResult execute(AssistantMessage message) {
        List<ToolCall> calls = message.getToolCalls();
        List<FutureTask<ToolExecutionResult>> tasks = new ArrayList<>();
        for (int i = 0; i < calls.size(); i++) {
            tasks.add(task(message, i));
        }
        for (int i = 0; i < calls.size(); i++) {
            if (onlyReads(calls.get(i))) {
                this.threads.execute(tasks.get(i));
            }
        }
        List<ToolResponse> responses = new ArrayList<>();
        boolean returnDirect = true;
        try {
            for (int i = 0; i < calls.size(); i++) {
                if (!onlyReads(calls.get(i))) {
                    tasks.get(i).run();
                    result(tasks.get(i)); // a failure ends the turn: the calls after it are not made
                }
            }
            for (FutureTask<ToolExecutionResult> task : tasks) {
                ToolExecutionResult result = result(task);
                returnDirect &= result.returnDirect();
                responses.addAll(responses(result));
            }
        } finally {
            tasks.forEach(task -> task.cancel(true)); // has no effect on those that have ended
        }
        return McpToolCallingManager.result(this.prompt, message, responses, returnDirect);
    }

    private boolean onlyReads(ToolCall call) {
        return this.callbacks.get(call.name()) instanceof McpToolCallback callback
                && callback.tool().isReadOnly();
    }

    private FutureTask<ToolExecutionResult> task(AssistantMessage message, int index) {
        List<ToolCall> calls = message.getToolCalls();
        List<Message> instructions = new ArrayList<>(this.prompt.getInstructions());
        if (index > 0) {
            // The limits of the manager count the responses so far.
            instructions.add(ToolResponseMessage.builder()
                    .responses(calls.subList(0, index).stream()
                            .map(call -> new ToolResponse(call.id(), call.name(), ""))
                            .toList())
                    .build());
        }
        AssistantMessage single =
                message.mutate().toolCalls(List.of(calls.get(index))).build();
        ChatResponse response = new ChatResponse(List.of(new Generation(single)));
        Prompt before = new Prompt(instructions, this.prompt.getOptions());
        Callable<ToolExecutionResult> execution = () -> this.delegate.executeToolCalls(before, response);
        return new FutureTask<>(
                ContextSnapshotFactory.builder().build().captureAll().wrap(execution));
    }

    private static ToolExecutionResult result(Future<ToolExecutionResult> task) {
        try {
            return task.get();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new McpCancelledException(McpErrorDetails.ofNoServer(
                            McpMethods.TOOLS_CALL, McpOutcome.UNKNOWN, "the calling thread was interrupted")
                    .withCause(ex));
        } catch (ExecutionException ex) {
            if (ex.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            if (ex.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException(ex.getCause());
        }
    }

    private static List<ToolResponse> responses(ToolExecutionResult result) {
        List<Message> history = result.conversationHistory();
        return (history.get(history.size() - 1) instanceof ToolResponseMessage message)
                ? message.getResponses()
                : List.of();
    }
}
