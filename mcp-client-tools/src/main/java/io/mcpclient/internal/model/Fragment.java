package io.mcpclient.internal.model;

import java.util.List;

/**
 * A piece of the text for a model.
 *
 * @param text the text
 * @param notes notes about media in it, literally and in the order of their occurrence; a limit does not cut them
 */
record Fragment(String text, List<String> notes) {

    /** Creates text without notes. */
    static Fragment text(String text) {
        return new Fragment(text, List.of());
    }

    /** Creates a note. */
    static Fragment note(String note) {
        return new Fragment(note, List.of(note));
    }
}
