package io.mcpclient.internal.operation;

import java.time.InstantSource;

import io.mcpclient.call.McpInterceptor;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.settings.McpToolPinning;

/** Compares the tools that one principal lists and calls with the approved definitions. Thread-safe. */
public final class ToolReview {

    private final JsonCodec codec;

    private final PinBoard board;

    /**
     * Creates the review for one principal.
     * @param serverName configured name of the server
     * @param policy handling of tools that differ from their approved definition, not {@link McpToolPinning#OFF}
     * @param codec reads definitions
     * @param store stores pins across restarts
     * @param all the pins of all principals of the client
     * @param time clock for the time of a change
     */
    public ToolReview(
            String serverName,
            McpToolPinning policy,
            JsonCodec codec,
            ToolPinStore store,
            ToolPins all,
            InstantSource time) {
        this.codec = codec;
        this.board = new PinBoard(serverName, policy, codec, store, all, time);
    }

    /**
     * Returns the stage for lists and calls.
     * @return the stage
     */
    public McpInterceptor stage() {
        return new PinStage(this.board, this.codec);
    }

    /** The server may have been replaced: a tool's definition is reviewed again before the tool is called. */
    public void reviewAgain() {
        this.board.reviewAgain();
    }
}
