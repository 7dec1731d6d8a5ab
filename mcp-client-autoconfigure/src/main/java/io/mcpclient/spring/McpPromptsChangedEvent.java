package io.mcpclient.spring;

import io.mcpclient.registry.McpPromptSnapshot;

/**
 * Published when the prompts in the registry have changed. Listeners are called one after the other, in the order of the
 * changes, on a thread that may block; a slow one delays only later events.
 *
 * @param snapshot new state of the prompts
 */
public record McpPromptsChangedEvent(McpPromptSnapshot snapshot) {}
