package io.mcpclient.spring;

import io.mcpclient.handler.McpToolChange;

/**
 * Published once when a tool's definition differs from the approved one, or when the tool was added later, if
 * {@code tools.pinning} is {@code warn} or {@code block}. Approve it with {@link io.mcpclient.McpClient.Tools#pins()}.
 *
 * @param change the change
 */
public record McpToolDefinitionChangedEvent(McpToolChange change) {}
