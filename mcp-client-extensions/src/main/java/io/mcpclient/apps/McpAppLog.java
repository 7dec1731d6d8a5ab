package io.mcpclient.apps;

/**
 * A log message of a view.
 *
 * @param level level as the view states it, at most 20 printable characters
 * @param text the message as text, at most 1,000 printable characters
 */
public record McpAppLog(String level, String text) {}
