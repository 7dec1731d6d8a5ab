package io.mcpclient.sample.embedded;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Up to a thousand notes, in memory. Thread-safe. */
final class NoteBook {

    private static final int MAX_NOTES = 1000;

    private final Map<Integer, Note> notes = new ConcurrentSkipListMap<>();

    private final AtomicInteger lastId = new AtomicInteger();

    private volatile Runnable watcher = () -> {};

    /**
     * One note.
     *
     * @param id its number
     * @param title its title
     * @param text its text, may be empty
     * @param tags its tags
     * @param created time of its creation, in ISO 8601 format
     */
    record Note(int id, String title, String text, List<String> tags, String created) {

        boolean contains(String words) {
            String all = (this.title + "\n" + this.text + "\n" + String.join("\n", this.tags)).toLowerCase(Locale.ROOT);
            return all.contains(words.toLowerCase(Locale.ROOT));
        }

        @Override
        public String toString() {
            String head = "#" + this.id + " " + this.title;
            return this.text.isEmpty() ? head : head + ": " + this.text;
        }
    }

    /**
     * Adds a note.
     * @return the note, or empty if the book is full
     */
    Optional<Note> add(String title, String text, List<String> tags) {
        if (this.notes.size() >= MAX_NOTES) {
            return Optional.empty();
        }
        String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        Note note = new Note(this.lastId.incrementAndGet(), title, text, tags, now);
        this.notes.put(note.id(), note);
        this.watcher.run();
        return Optional.of(note);
    }

    List<Note> newestFirst(int limit) {
        List<Note> all = List.copyOf(this.notes.values());
        return IntStream.range(0, Math.min(limit, all.size()))
                .mapToObj(i -> all.get(all.size() - 1 - i))
                .toList();
    }

    List<Note> search(String words) {
        return this.notes.values().stream().filter(note -> note.contains(words)).toList();
    }

    boolean delete(int id) {
        boolean deleted = this.notes.remove(id) != null;
        if (deleted) {
            this.watcher.run();
        }
        return deleted;
    }

    /** Sets the listener for changes. */
    void watch(Runnable watcher) {
        this.watcher = watcher;
    }

    int size() {
        return this.notes.size();
    }
}
