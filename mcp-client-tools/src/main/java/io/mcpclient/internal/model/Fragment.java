package io.mcpclient.internal.model;

import java.util.List;

import io.mcpclient.text.VisibleText;

/**
 * A piece of the text for a model.
 *
 * @param text the text
 * @param notes notes about media in it, literally and in the order of their occurrence; a limit does not cut them
 */
record Fragment(String text, List<String> notes) {

    Fragment {
        text = VisibleText.wellFormed(text); // notes are printable
    }

    /** Creates text without notes. */
    static Fragment text(String text) {
        return new Fragment(text, List.of());
    }

    /** Creates a note. */
    static Fragment note(String note) {
        return new Fragment(note, List.of(note));
    }
}
