package io.mcpclient.observation;

import org.jspecify.annotations.Nullable;

/**
 * What is sent, as far as it is of interest.
 *
 * @param method method of JSON-RPC
 * @param toolName tool that is called, {@value #UNKNOWN} if the server has not listed it; or {@code null} if none is
 * @param promptName prompt that is got, {@value #UNKNOWN} if the server has not listed it; or {@code null} if none is
 * @param resourceUri resource that the message is about, without user, query and fragment; or {@code null} if it is about
 *     none
 * @param arguments arguments of the tool as JSON text, cut where it is long; or {@code null} if they are not to be shown
 */
public record McpMessage(
        String method,
        @Nullable String toolName,
        @Nullable String promptName,
        @Nullable String resourceUri,
        @Nullable String arguments) {

    /** Stands for names that the server has not listed: those that a model invents are without end. */
    public static final String UNKNOWN = "_OTHER";
}
