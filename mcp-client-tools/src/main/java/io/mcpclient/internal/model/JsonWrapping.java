package io.mcpclient.internal.model;

/**
 * Removes what models put around JSON: code fences and control tokens. Half a fence suffices: the other half may be the stop sequence of
 * the model.
 */
final class JsonWrapping {

    private static final int FENCE = 3;

    private JsonWrapping() {}

    /** Moves the beginning and the end of a text to the JSON. */
    static void remove(JsonText text) throws UnreadableJsonException {
        text.skipSpace();
        boolean isOpened = text.peek() == '`';
        if (isOpened) {
            int begin = text.position();
            while (text.take('`')) {
                text.repaired(JsonRepair.CODE_FENCE);
            }
            if (text.position() - begin >= FENCE) {
                skipLanguage(text);
            }
            text.skipSpace();
        }
        int end;
        do {
            end = text.end();
            trimSpace(text);
            trimFence(text, isOpened);
            trimToken(text);
        } while (text.end() < end);
    }

    /** The word after a fence is a language if the line ends after it, or a value begins. */
    private static void skipLanguage(JsonText text) {
        int i = text.position();
        while (JsonText.isName(text.at(i)) || text.at(i) == '+') {
            i++;
        }
        int after = i;
        while (text.at(after) == ' ' || text.at(after) == '\t') {
            after++;
        }
        if ("\r\n{[\"'".indexOf(text.at(after)) >= 0) {
            text.moveTo(i);
        }
    }

    private static void trimSpace(JsonText text) {
        while (text.end() > text.position() && JsonText.isSpace(text.at(text.end() - 1))) {
            text.noteSpace(text.at(text.end() - 1));
            text.endAt(text.end() - 1);
        }
    }

    private static void trimFence(JsonText text, boolean isOpened) {
        int begin = text.end();
        while (begin > text.position() && text.at(begin - 1) == '`') {
            begin--;
        }
        int length = text.end() - begin;
        if (length >= FENCE || (length > 0 && isOpened)) {
            text.endAt(begin);
            text.repaired(JsonRepair.CODE_FENCE);
        }
    }

    private static void trimToken(JsonText text) {
        int begin = text.end() - 2;
        if (begin < text.position() || text.at(begin) != '|' || text.at(begin + 1) != '>') {
            return;
        }
        while (begin > text.position() && JsonText.isName(text.at(begin - 1))) {
            begin--;
        }
        boolean isNamed = begin < text.end() - 2;
        if (isNamed && begin - 2 >= text.position() && text.at(begin - 2) == '<' && text.at(begin - 1) == '|') {
            text.endAt(begin - 2);
            text.repaired(JsonRepair.TOKEN);
        }
    }
}
