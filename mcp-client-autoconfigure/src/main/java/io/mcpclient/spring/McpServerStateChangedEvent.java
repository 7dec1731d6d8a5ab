package io.mcpclient.spring;

import io.mcpclient.status.McpServerStatus;

/**
 * Published when the state of a client has changed. Listeners are called one after the other, in the order of the
 * changes, on a thread that may block; a slow one delays only later events.
 *
 * @param status new status
 */
public record McpServerStateChangedEvent(McpServerStatus status) {}
