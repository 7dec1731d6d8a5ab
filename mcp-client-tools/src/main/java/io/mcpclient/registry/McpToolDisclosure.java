package io.mcpclient.registry;

/**
 * Progressive disclosure: how many tools a model is offered at once. Many tools cost tokens in each prompt, and models
 * choose badly among them.
 *
 * @param threshold number of selected tools up to which all are offered; above it, a model is offered the tools that fit
 *     its query, and two tools to search for the others and to call them, see {@link McpToolRegistry#offer}
 * @param relevant number of tools offered directly above the threshold
 */
public record McpToolDisclosure(int threshold, int relevant) {

    private static final McpToolDisclosure OFF = new McpToolDisclosure(Integer.MAX_VALUE, 10);

    /**
     * Checks the numbers.
     * @throws IllegalArgumentException if the threshold is not positive, or the number of tools is negative or above the
     *     threshold
     */
    public McpToolDisclosure {
        if (threshold < 1) {
            throw new IllegalArgumentException("threshold is " + threshold + ", but must be at least 1");
        }
        if (relevant < 0 || relevant > threshold) {
            throw new IllegalArgumentException("relevant is " + relevant + ", but must be from 0 to the threshold");
        }
    }

    /**
     * Returns the default: all tools are offered.
     * @return the disclosure
     */
    public static McpToolDisclosure off() {
        return OFF;
    }
}
