package io.mcpclient.registry;

import org.jspecify.annotations.Nullable;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.model.McpModelResult;
import io.mcpclient.schema.JsonObject;
import io.mcpclient.schema.Tool;

/**
 * A tool as a model is offered it: a tool of a server, or one of this library, such as {@code search_tools}. Integrations with
 * frameworks translate it; rules, conversions and texts are the same for all of them. Thread-safe.
 */
public interface McpModelTool {

    /**
     * Returns the unique name for the model.
     * @return the name
     */
    String name();

    /**
     * Returns what the model learns about the tool.
     * @return the description, never blank; untrusted if a server sent it
     */
    String description();

    /**
     * Returns the input schema in the form for models.
     * @return a JSON Schema; untrusted if a server sent it
     */
    JsonObject inputSchema();

    /**
     * Returns the tool of the registry.
     * @return the tool with its server and its definition as received, or {@code null} for a tool of this library
     */
    @Nullable
    McpRegisteredTool registered();

    /**
     * Returns the definition.
     * @return the definition as received, untrusted, or the one of this library
     */
    Tool definition();

    /**
     * Returns whether the result is meant for the caller of the prompt instead of the model.
     * @return whether it is
     */
    boolean returnDirect();

    /**
     * Returns whether the tool only reads, so that calls of one turn may run in parallel.
     * @return {@code true} if its definition says so
     */
    boolean isReadOnly();

    /**
     * Calls the tool and waits. Everything that a model can react to is a result: a failure of the tool or of its server, arguments
     * that cannot be read, a missing approval.
     * @param arguments arguments as the model wrote them: a JSON object, {@code null} or blank for none
     * @param options options of the call; they can name a principal
     * @return the result for the model
     * @throws io.mcpclient.error.McpCancelledException if the thread is interrupted
     * @throws io.mcpclient.error.McpRejectedException if the thread must not block
     */
    McpModelResult call(@Nullable String arguments, McpCallOptions options);
}
