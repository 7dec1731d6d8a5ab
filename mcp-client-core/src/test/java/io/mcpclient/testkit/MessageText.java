package io.mcpclient.testkit;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Text that a message to a user must not contain, because it is meaningless outside of the code: the default text of a record,
 * such as {@code NumberId[value=7]}, and the advice of the JSON parser to its own users.
 */
final class MessageText {

    private static final Pattern LEAK = Pattern.compile(
            "\\b[A-Z]\\w+\\[\\w+=[^\\]]*\\]?|Stream(?:Read|Write)Constraints\\S*|`(?:java|tools\\.jackson|io\\.mcpclient)\\.[^`]*`");

    private MessageText() {}

    /** The first leak in the message, if there is one; the stack trace behind it is for developers. */
    static Optional<String> leakIn(String text) {
        int end = text.indexOf('\n');
        Matcher leak = LEAK.matcher((end >= 0) ? text.substring(0, end) : text);
        return leak.find() ? Optional.of(leak.group()) : Optional.empty();
    }
}
