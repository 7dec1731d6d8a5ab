package io.mcpclient.counterparts;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

import io.mcpclient.McpClient;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.ElicitResult;
import io.mcpclient.schema.TaskStatus;
import io.mcpclient.task.McpTask;

import static io.mcpclient.counterparts.Results.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tasks in both directions: a tool of server-everything that has to run as one, and tools that ask us in tasks. */
interface EverythingTasks {

    McpClient client();

    McpClient plainClient();

    ScriptedHandlers answers();

    /** One test, since the four stages of a second each take no longer with three tasks than with one. */
    @Test
    default void simulateResearchQueryRunsAsATask() {
        client().listTools();
        answers().elicit(ElicitResult.accept(Map.of("interpretation", "snake")));
        McpTask asking = begin(Map.of("topic", "python", "ambiguous", true));
        McpTask cancelled = begin(Map.of("topic", "nothing"));
        CompletableFuture<CallToolResult> unaware = callUnaware("tea");

        // TSKL-05, TSKL-11
        assertThat(asking.status().isTerminal()).isFalse();
        assertThat(client().tasks().list(McpCallOptions.defaults()))
                .extracting(McpTask::id)
                .contains(asking.id(), cancelled.id())
                .doesNotHaveDuplicates();
        // TSKL-10
        assertThat(cancelled.cancel().status()).isEqualTo(TaskStatus.CANCELLED);
        assertThatExceptionOfType(McpRequestException.class).isThrownBy(cancelled::await);

        // TSKL-06 to TSKL-08: on its way it asks the user, and goes on with the answer
        assertThat(asking.await().text())
                .contains("# Research Report: python (snake)", "- Stage 4: Generating report")
                .contains("After receiving clarification (\"snake\")");
        assertThat(answers().lastForm().message()).contains("\"python\"");
        assertThat(asking.status().status()).isEqualTo(TaskStatus.COMPLETED);

        // TSKL-04: a tool that has to be called as a task is, though its caller does not say so
        assertThat(unaware.join().text()).contains("# Research Report: tea");
    }

    // TSKL-01, TSKL-14: what the server asks for as tasks runs as tasks here, and the server comes back for the outcome
    @Test
    default void triggerAsyncRequestsRunAsClientTasks() {
        answers().say("In a moment.");
        answers().elicit(ElicitResult.accept(Map.of("name", "Ada", "favoriteColor", "Blue")));
        CompletableFuture<CallToolResult> sampled = CompletableFuture.supplyAsync(
                () -> call(client(), "trigger-sampling-request-async", Map.of("prompt", "How long?")));
        CallToolResult elicited = call(client(), "trigger-elicitation-request-async", Map.of());

        assertThat(elicited.text())
                .contains("[COMPLETED] User provided the requested information!", "- Name: Ada", "Task created: ")
                .contains("- Favorite Color: Blue");
        assertThat(sampled.join().text())
                .contains(
                        "[COMPLETED] Async sampling completed!",
                        "Task created: ",
                        "In a moment.",
                        ScriptedHandlers.MODEL);
        assertThat(answers().lastSampling().task()).isNotNull();
    }

    private McpTask begin(Map<String, Object> arguments) {
        return client().tasks()
                .callTool(
                        CallToolParams.of("simulate-research-query", arguments),
                        Duration.ofMinutes(1),
                        McpCallOptions.defaults());
    }

    private CompletableFuture<CallToolResult> callUnaware(String topic) {
        plainClient().listTools();
        return CompletableFuture.supplyAsync(
                () -> call(plainClient(), "simulate-research-query", Map.of("topic", topic)));
    }
}
