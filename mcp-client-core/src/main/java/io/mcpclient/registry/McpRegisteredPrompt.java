package io.mcpclient.registry;

import io.mcpclient.schema.Prompt;

/**
 * One prompt in the merged view.
 *
 * @param name unique name, made by the rules for tools; it stands for the same prompt of the same server as long as the
 *     application runs
 * @param server configured name of the server that offers it
 * @param prompt definition as the server sent it, untrusted; {@link Prompt#name()} is the name at the server
 * @param available whether its server is connected; {@code false} means last known
 */
public record McpRegisteredPrompt(String name, String server, Prompt prompt, boolean available) {}
