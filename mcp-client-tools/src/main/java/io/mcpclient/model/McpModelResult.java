package io.mcpclient.model;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.mcpclient.error.McpException;
import io.mcpclient.schema.CallToolResult;

/**
 * What a model reads about one call of a tool: a result, a failure that the tool reports, or the reason why there is none.
 *
 * @param text text for the model, never empty, without addresses and credentials of the client. Untrusted if a server sent it
 * @param media content to attach, in the order of the result; empty unless {@link McpResultRules.Media#ATTACH} applies. The text
 *     has a note for each of them
 * @param isError whether the call failed, so that the model can correct or repeat it
 * @param result the result as received, for the application; {@code null} if there is none
 * @param failure why the call failed, with outcome and remedy for the application: an
 *     {@link io.mcpclient.error.McpToolException} if the tool reported it; {@code null} if it did not fail
 */
public record McpModelResult(
        String text,
        List<McpModelMedia> media,
        boolean isError,
        @Nullable CallToolResult result,
        @Nullable McpException failure) {

    /** Copies the media. */
    public McpModelResult {
        media = List.copyOf(media);
    }

    /**
     * Creates a result that is text alone.
     * @param text text for the model
     * @return the result, not an error
     */
    public static McpModelResult ofText(String text) {
        return new McpModelResult(text, List.of(), false, null, null);
    }

    /**
     * Creates a failure without a result.
     * @param text text for the model
     * @param failure why there is no result
     * @return the result, an error
     */
    public static McpModelResult ofFailure(String text, McpException failure) {
        return new McpModelResult(text, List.of(), true, null, failure);
    }

    /**
     * Marks the result as a failure.
     * @param failure why the call failed
     * @return the copy
     */
    public McpModelResult withFailure(McpException failure) {
        return new McpModelResult(this.text, this.media, true, this.result, failure);
    }
}
