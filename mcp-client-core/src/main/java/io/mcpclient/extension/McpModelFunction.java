package io.mcpclient.extension;

import java.util.Map;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.schema.JsonObject;

/**
 * A function of the application, or of an extension, that models are offered beside the tools of servers, see
 * {@code McpToolExposure.function}. Thread-safe.
 */
public interface McpModelFunction {

    /**
     * Returns the name for the model. No tool of a server gets a name of these functions.
     * @return a name that models accept: letters, digits, underscores and dashes, at most 64
     */
    String name();

    /**
     * Returns what the model learns about the function. Called for each prompt; must not block.
     * @return the description, not blank
     */
    String description();

    /**
     * Returns the input schema.
     * @return a JSON Schema of an object
     */
    JsonObject inputSchema();

    /**
     * Returns whether the function only reads, so that calls of one turn may run in parallel.
     * @return {@code true} by default
     */
    default boolean isReadOnly() {
        return true;
    }

    /**
     * Calls the function and waits. What a model can react to is a text.
     * @param arguments arguments of the model as plain JSON, not checked against the schema
     * @param options options of the call; they can name a principal
     * @return the text for the model
     * @throws io.mcpclient.error.McpException if the call failed; the model gets a text about it
     * @throws io.mcpclient.error.McpCancelledException if the thread is interrupted
     */
    String call(Map<String, Object> arguments, McpCallOptions options);
}
