package io.mcpclient.typed;

/**
 * Difference between a method and the tool that it calls.
 *
 * @param method the method, as in {@code Weather.forecast}
 * @param tool name of the tool
 * @param problem the difference; text of the server in it is printable and truncated
 * @param remedy what to change, as one or more sentences
 */
public record McpToolMismatch(String method, String tool, String problem, String remedy) {

    /** Returns the mismatch as one line. */
    @Override
    public String toString() {
        return this.method + " does not fit the tool \"" + this.tool + "\": " + this.problem + ". " + this.remedy;
    }
}
