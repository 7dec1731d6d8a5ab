package io.mcpclient.operation;

/**
 * Limits on the lists of one server. The first four end the operation with an error; a definition beyond the others is left out
 * of its list and reported.
 *
 * @param pages pages of one list
 * @param items items of one list
 * @param bytes size of all items of one list, as JSON
 * @param nodes nodes of all items of one list: brackets, names and values
 * @param definition size of one tool, prompt, resource or template, as JSON
 * @param tools size of all tools, as JSON
 * @see "faults F09, I25"
 */
public record ListLimits(int pages, int items, long bytes, int nodes, long definition, long tools) {}
