package io.mcpclient.spring;

import io.mcpclient.registry.McpToolSnapshot;

/**
 * Published when the tools in the registry have changed. Listeners are called one after the other, in the order of the
 * changes, on a thread that may block; a slow one delays only later events.
 *
 * @param snapshot new state of the tools
 */
public record McpToolsChangedEvent(McpToolSnapshot snapshot) {}
