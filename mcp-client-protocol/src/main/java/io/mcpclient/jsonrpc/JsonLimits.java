package io.mcpclient.jsonrpc;

/**
 * Limits on messages that the codec reads. All of them protect against a hostile peer.
 *
 * @param maxMessageSize bytes of one message, which also limits every string in it
 * @param maxDepth nesting depth of arrays and objects
 * @param maxNumberLength characters of one number
 * @param maxNodes brackets, names and values of one message: each takes up to fifty bytes of heap, regardless of its length
 */
public record JsonLimits(int maxMessageSize, int maxDepth, int maxNumberLength, int maxNodes) {

    /** 16 MiB, 200 levels, 100 digits, half a million nodes. */
    public static final JsonLimits DEFAULT = new JsonLimits(16 * 1024 * 1024, 200, 100, 500_000);

    /**
     * Returns a copy with the given message size.
     * @param maxMessageSize bytes of one message
     * @return the copy
     */
    public JsonLimits withMaxMessageSize(int maxMessageSize) {
        return new JsonLimits(maxMessageSize, this.maxDepth, this.maxNumberLength, this.maxNodes);
    }

    /**
     * Returns a copy with the given number of nodes.
     * @param maxNodes brackets, names and values of one message
     * @return the copy
     */
    public JsonLimits withMaxNodes(int maxNodes) {
        return new JsonLimits(this.maxMessageSize, this.maxDepth, this.maxNumberLength, maxNodes);
    }
}
