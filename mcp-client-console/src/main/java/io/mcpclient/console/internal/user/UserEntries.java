package io.mcpclient.console.internal.user;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

import org.jspecify.annotations.Nullable;

/**
 * Numbered entries of users, bounded in number and size for each user, and in the number of users. The oldest entries, and those of the
 * user who was active least recently, are discarded first; the latest entry of a user stays, however large it is. Thread-safe.
 *
 * @param <T> type of the entries
 */
public final class UserEntries<T> {

    private static final int MAX_USERS = 100;

    private final int maxEntries;

    private final long maxSize;

    private final ToLongFunction<T> size;

    private final Consumer<T> onDiscard;

    /** Users in the order of their last activity, latest last. */
    private final Map<String, LinkedHashMap<Long, T>> users = new LinkedHashMap<>(16, 0.75f, true);

    private long lastId;

    /**
     * Creates an instance without entries.
     * @param maxEntries number of entries for each user
     * @param maxSize size of all entries of a user
     * @param size returns the size of an entry
     * @param onDiscard called for each entry that is discarded or removed; must not block
     */
    public UserEntries(int maxEntries, long maxSize, ToLongFunction<T> size, Consumer<T> onDiscard) {
        this.maxEntries = maxEntries;
        this.maxSize = maxSize;
        this.size = size;
        this.onDiscard = onDiscard;
    }

    /** Returns a number that no other entry has. */
    public synchronized long nextId() {
        return ++this.lastId;
    }

    /** Adds an entry, or replaces the one with its number. */
    public synchronized void put(String user, long id, T entry) {
        LinkedHashMap<Long, T> own = this.users.computeIfAbsent(user, name -> new LinkedHashMap<>());
        own.put(id, entry);
        discard(own);
        if (this.users.size() > MAX_USERS) {
            Iterator<LinkedHashMap<Long, T>> all = this.users.values().iterator();
            all.next().values().forEach(this.onDiscard);
            all.remove();
        }
    }

    private void discard(LinkedHashMap<Long, T> own) {
        long total = own.values().stream().mapToLong(this.size).sum();
        Iterator<T> oldest = own.values().iterator();
        while ((own.size() > this.maxEntries || total > this.maxSize) && own.size() > 1) {
            T discarded = oldest.next();
            total -= this.size.applyAsLong(discarded);
            oldest.remove();
            this.onDiscard.accept(discarded);
        }
    }

    /**
     * Changes an entry.
     * @param change returns the changed entry, or {@code null} to leave it
     * @return the changed entry, {@code null} if it was left or is not there
     */
    public synchronized @Nullable T update(String user, long id, Function<T, @Nullable T> change) {
        LinkedHashMap<Long, T> own = this.users.get(user);
        T entry = (own != null) ? own.get(id) : null;
        T changed = (entry != null) ? change.apply(entry) : null;
        if (own != null && changed != null) {
            own.put(id, changed);
            discard(own);
        }
        return changed;
    }

    /** Removes an entry. Returns whether it was there. */
    public synchronized boolean remove(String user, long id) {
        LinkedHashMap<Long, T> own = this.users.get(user);
        T removed = (own != null) ? own.remove(id) : null;
        if (removed != null) {
            this.onDiscard.accept(removed);
        }
        return removed != null;
    }

    public synchronized Optional<T> find(String user, long id) {
        LinkedHashMap<Long, T> own = this.users.get(user);
        return Optional.ofNullable((own != null) ? own.get(id) : null);
    }

    /** Returns the entries of a user, latest first. */
    public synchronized List<T> list(String user) {
        List<T> list = new ArrayList<>();
        LinkedHashMap<Long, T> own = this.users.get(user);
        if (own != null) {
            own.values().forEach(entry -> list.add(0, entry));
        }
        return list;
    }

    /** Returns the users with such an entry. */
    public synchronized Set<String> users(Predicate<T> entry) {
        Set<String> names = new HashSet<>();
        this.users.forEach((user, own) -> {
            if (own.values().stream().anyMatch(entry)) {
                names.add(user);
            }
        });
        return names;
    }
}
