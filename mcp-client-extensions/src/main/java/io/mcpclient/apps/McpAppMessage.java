package io.mcpclient.apps;

import io.mcpclient.text.SafeText;

/**
 * A text that a view wants to add to the conversation as a message of the user. It is untrusted: the user has not typed it. Ask the user, or
 * show {@link #marked()}.
 *
 * @param server configured name of the server
 * @param view URI of the view
 * @param text the text, bounded by {@link McpAppSettings#maxChatLength()}
 */
public record McpAppMessage(String server, String view, String text) {

    /**
     * Returns the text with its origin, for a conversation.
     * @return the marked text
     */
    public String marked() {
        return "Message of the view " + SafeText.excerpt(this.view) + " of MCP server \"" + this.server
                + "\", not typed by the user:\n" + this.text;
    }
}
