package io.mcpclient.support;

import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicReferenceArray;

import org.jspecify.annotations.Nullable;

/**
 * Replaces an immutable object by an equal one that is already in use. Remembers a fixed number of objects, without keeping them
 * alive; of two with the same place in the table, the later one. So it finds most equal objects, not all, and neither its size nor the
 * time of a lookup depends on the hash codes of objects that a server has chosen. Thread-safe.
 *
 * @param <T> type of the objects
 */
public final class SharedInstances<T> {

    private final AtomicReferenceArray<@Nullable WeakReference<T>> places;

    /**
     * Creates an empty table.
     * @param places maximum number of objects, a power of two
     */
    public SharedInstances(int places) {
        this.places = new AtomicReferenceArray<>(places);
    }

    /**
     * Returns the remembered object that equals a given one, or else that one, which is remembered from now on.
     * @param object an immutable object
     * @return an equal object, possibly the same
     */
    public T of(T object) {
        int hash = object.hashCode() * 0x9E3779B9; // spreads hash codes that differ in few bits
        int place = (hash >>> 16) & (this.places.length() - 1);
        WeakReference<T> reference = this.places.get(place);
        T known = (reference != null) ? reference.get() : null;
        if (known != null && known.equals(object)) {
            return known;
        }
        this.places.set(place, new WeakReference<>(object));
        return object;
    }
}
