package io.mcpclient.skills;

import org.jspecify.annotations.Nullable;

import io.mcpclient.call.McpCallOptions;

/**
 * A function for models, without a framework: an adapter offers name, description and input schema, and passes calls on. Thread-safe.
 *
 * @see McpSkillFunctions
 */
public interface McpSkillFunction {

    /**
     * Returns the name for the model.
     * @return the name
     */
    String name();

    /**
     * Returns what the model learns about the function.
     * @return the description
     */
    String description();

    /**
     * Returns the input schema.
     * @return a JSON Schema as text
     */
    String inputSchema();

    /**
     * Calls the function and waits. Everything that a model can react to is a text: a skill that does not exist, a missing approval, a
     * failed verification.
     * @param arguments arguments as the model wrote them: a JSON object; {@code null} or blank for none
     * @param options options for each request; they can name a principal
     * @return the text for the model
     * @throws io.mcpclient.error.McpCancelledException if the thread is interrupted
     * @throws io.mcpclient.error.McpRejectedException if the thread must not block
     */
    String call(@Nullable String arguments, McpCallOptions options);
}
