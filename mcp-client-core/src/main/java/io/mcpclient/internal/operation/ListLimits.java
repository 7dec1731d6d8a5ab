package io.mcpclient.internal.operation;

/**
 * Limits on the lists of one server. Exceeding one of the first four fails the operation; a definition that exceeds one of the
 * others is dropped from its list and reported.
 *
 * @param pages maximum number of pages of one list
 * @param items maximum number of items of one list
 * @param bytes maximum size of all items of one list, as JSON
 * @param nodes maximum number of JSON nodes of all items of one list: brackets, names and values
 * @param definition maximum size of one tool, prompt, resource or template, as JSON
 * @param tools maximum size of all tools, as JSON
 * @see "faults F09, I25"
 */
public record ListLimits(int pages, int items, long bytes, int nodes, long definition, long tools) {}
