package io.mcpclient.spring;

import java.util.List;

/**
 * Published once for a server that was found by its card and differs from it. The values of the server take precedence: the card may
 * be outdated, or the server may be another one. Listeners are called on a thread that must not block.
 *
 * @param serverName configured name of the server
 * @param differences the differences, each printable
 */
public record McpServerCardDifferenceEvent(String serverName, List<String> differences) {

    /** Copies the list. */
    public McpServerCardDifferenceEvent {
        differences = List.copyOf(differences);
    }
}
