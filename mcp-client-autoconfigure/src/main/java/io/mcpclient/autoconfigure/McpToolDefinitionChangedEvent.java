package io.mcpclient.autoconfigure;

import io.mcpclient.handler.McpToolChange;

/**
 * Published once when a tool is not defined as it was approved, or was not there then, where {@code tools.pinning} is
 * {@code warn} or {@code block}. Approve it with {@link io.mcpclient.McpClient#toolPins()}.
 *
 * @param change what has changed
 */
public record McpToolDefinitionChangedEvent(McpToolChange change) {}
