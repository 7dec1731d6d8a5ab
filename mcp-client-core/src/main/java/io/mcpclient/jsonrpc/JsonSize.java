package io.mcpclient.jsonrpc;

/**
 * Size of a value as compact JSON. The nodes determine the memory it takes once parsed: {@code {}} has two bytes and takes
 * more than fifty.
 *
 * @param bytes size of the text in bytes; schemas of tools count with the white space in them
 * @param nodes brackets, names and values, as counted by {@link JsonLimits#maxNodes()}
 * @param isPlain whether all names and texts consist of printable ASCII characters, line breaks and tabs
 */
public record JsonSize(long bytes, long nodes, boolean isPlain) {

    /** Size zero. */
    public static final JsonSize ZERO = new JsonSize(0, 0, true);

    /** Maximum heap of a node, excluding its text; a map entry takes this much for its two nodes. */
    private static final int HEAP_OF_NODE = 48;

    /**
     * Adds another size.
     * @param other the other size
     * @return the sum
     */
    public JsonSize plus(JsonSize other) {
        return new JsonSize(this.bytes + other.bytes, this.nodes + other.nodes, this.isPlain && other.isPlain);
    }

    /** Approximate heap usage of the value in bytes. */
    public long heap() {
        return this.bytes + HEAP_OF_NODE * this.nodes;
    }
}
