package io.mcpclient.task;

import java.util.Map;

import reactor.core.publisher.Mono;

import io.mcpclient.schema.InputRequest;
import io.mcpclient.schema.InputResponse;

/**
 * Answers what a task needs to go on, as the same question would be answered that comes outside of a task. Thread-safe.
 *
 * @see "MCP extension io.modelcontextprotocol/tasks (TSKX-10)"
 */
@FunctionalInterface
public interface TaskInputs {

    /**
     * Answers questions.
     * @param taskId id of the task that asks
     * @param requests the questions by key
     * @return an answer for each key, or an {@link io.mcpclient.error.McpException} if one cannot be given
     */
    Mono<Map<String, InputResponse>> answer(String taskId, Map<String, InputRequest> requests);
}
