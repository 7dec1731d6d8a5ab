package io.mcpclient.testkit;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The last texts of many. Holds so few characters that a test which looks at the heap does not see them. Thread-safe. */
final class RecentTexts {

    /** More than any class of tests logs, long runs under load apart. */
    private static final int MOST_CHARACTERS = 4_000_000;

    private final Deque<String> texts = new ArrayDeque<>();

    private int characters;

    synchronized void add(String text) {
        this.texts.add(text);
        this.characters += text.length();
        while (this.characters > MOST_CHARACTERS) {
            this.characters -= this.texts.remove().length();
        }
    }

    synchronized List<String> all() {
        return List.copyOf(this.texts);
    }
}
