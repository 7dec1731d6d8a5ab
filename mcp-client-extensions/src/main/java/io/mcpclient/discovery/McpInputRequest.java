package io.mcpclient.discovery;

import org.jspecify.annotations.Nullable;

/**
 * A value that a plan needs from the application or a user.
 *
 * @param name name under which the value is looked up: that of the variable, else of the header, environment variable or argument
 * @param place where the value is used, for messages, such as {@code url} or {@code header X-Api-Key}
 * @param input what the card or the registry entry says about it; untrusted
 * @param repeated whether several values are possible
 * @param origin origin that receives the value, such as {@code https://example.com}; {@code null} for a process, and for a URL whose
 *     host depends on variables
 */
public record McpInputRequest(
        String name,
        String place,
        McpInput input,
        boolean repeated,
        @Nullable String origin) {}
