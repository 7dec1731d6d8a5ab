package io.mcpclient.observation;

import org.jspecify.annotations.Nullable;

/**
 * Attributes of a message to the server.
 *
 * @param method JSON-RPC method
 * @param toolName name of the called tool, {@value #UNKNOWN} if the server has not listed it; or {@code null} if there is none
 * @param promptName name of the prompt, {@value #UNKNOWN} if the server has not listed it; or {@code null} if there is none
 * @param resourceUri URI of the resource, without user, query and fragment; or {@code null} if there is none
 * @param arguments arguments of the tool as shortened JSON text; or {@code null} if they are not recorded
 */
public record McpMessage(
        String method,
        @Nullable String toolName,
        @Nullable String promptName,
        @Nullable String resourceUri,
        @Nullable String arguments) {

    /** Replaces names that the server has not listed: names invented by a model have unlimited cardinality. */
    public static final String UNKNOWN = "_OTHER";
}
