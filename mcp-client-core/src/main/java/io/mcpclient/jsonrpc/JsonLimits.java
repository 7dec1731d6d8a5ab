package io.mcpclient.jsonrpc;

/**
 * Limits on what the codec reads. All of them protect against a hostile peer.
 *
 * @param maxMessageSize bytes of one message, which also bounds every string in it
 * @param maxDepth nesting of arrays and objects
 * @param maxNumberLength characters of one number
 * @see "faults F14, C13"
 */
public record JsonLimits(int maxMessageSize, int maxDepth, int maxNumberLength) {

    /** 16 MiB, 200 levels, 100 digits. */
    public static final JsonLimits DEFAULT = new JsonLimits(16 * 1024 * 1024, 200, 100);

    /**
     * Copies these limits with another message size.
     * @param maxMessageSize bytes of one message
     * @return the copy
     */
    public JsonLimits withMaxMessageSize(int maxMessageSize) {
        return new JsonLimits(maxMessageSize, this.maxDepth, this.maxNumberLength);
    }
}
