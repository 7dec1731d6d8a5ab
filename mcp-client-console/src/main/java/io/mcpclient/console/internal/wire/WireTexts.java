package io.mcpclient.console.internal.wire;

import org.jspecify.annotations.Nullable;

import io.mcpclient.console.internal.json.ConsoleJson;
import io.mcpclient.text.KnownSecrets;
import io.mcpclient.text.SafeText;

/**
 * Writes messages for the log: with credentials masked that the library knows, and cut.
 *
 * @param json writes JSON
 * @param max number of characters after which a message is cut
 */
record WireTexts(ConsoleJson json, int max) {

    /** What cannot be written fails the call itself, with an exception of its own. */
    @Nullable
    String of(@Nullable Object value) {
        try {
            String text = this.json.ofProtocol(value);
            return (text != null) ? cut(KnownSecrets.mask(text)) : null;
        } catch (RuntimeException ex) {
            return null;
        }
    }

    private String cut(String text) {
        return (text.length() <= this.max)
                ? text
                : text.substring(0, SafeText.end(text, this.max)) + "… (" + text.length() + " characters)";
    }
}
