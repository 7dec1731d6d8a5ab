package io.mcpclient.registry;

import io.mcpclient.schema.Prompt;

/**
 * Prompt in the merged view.
 *
 * @param name unique name, built by the rules for tools; it identifies the same prompt of the same server while the
 *     application runs
 * @param server configured name of its server
 * @param prompt definition as received, untrusted; {@link Prompt#name()} is the name at the server
 * @param available whether its server is connected; {@code false} means last known
 */
public record McpRegisteredPrompt(String name, String server, Prompt prompt, boolean available) {}
