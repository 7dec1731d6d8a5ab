package io.mcpclient.operation;

import java.time.InstantSource;

import io.mcpclient.call.CallHandler;
import io.mcpclient.jsonrpc.JsonCodec;

/** Holds the tools that one principal sees, and calls, against what was approved. Thread-safe. */
public final class ToolReview {

    private final JsonCodec codec;

    private final PinBoard board;

    /**
     * Creates the review for one principal.
     * @param serverName configured name of the server
     * @param policy what happens to a tool that is not as it was approved, not {@link McpToolPinning#OFF}
     * @param codec reads definitions
     * @param store where pins outlive the process
     * @param all the pins of all principals of the client
     * @param time tells when a change is noticed
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
     * Returns the stage that lists and calls pass.
     * @param next what remains of the chain
     * @return the stage
     */
    public CallHandler stage(CallHandler next) {
        return new PinStage(this.board, this.codec, next);
    }

    /** The server may be another one now: before a tool is called, its definition is looked at again. */
    public void doubt() {
        this.board.doubt();
    }
}
