package io.mcpclient.internal.task;

import java.util.Map;

import reactor.core.publisher.Mono;

import io.mcpclient.schema.InputRequest;
import io.mcpclient.schema.InputResponse;

/**
 * Responds to input requests of a task, in the same way as to requests outside of a task. Thread-safe.
 *
 * @see "MCP extension io.modelcontextprotocol/tasks"
 */
@FunctionalInterface
public interface TaskInputs {

    /**
     * Responds to input requests.
     * @param taskId id of the requesting task
     * @param requests the requests by key
     * @return a response for each key, or an {@link io.mcpclient.error.McpException} if one is not possible
     */
    Mono<Map<String, InputResponse>> answer(String taskId, Map<String, InputRequest> requests);
}
