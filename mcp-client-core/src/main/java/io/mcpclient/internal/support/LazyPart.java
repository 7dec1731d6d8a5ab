package io.mcpclient.internal.support;

import java.util.Objects;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * A part of a client that is created with its first use: most clients never use some of theirs. Thread-safe.
 *
 * @param <T> type of the part
 */
public final class LazyPart<T> implements Supplier<T> {

    /** Released with the creation, with all that it refers to. Guarded by this. */
    private @Nullable Supplier<T> creation;

    private volatile @Nullable T created;

    /**
     * Creates a reference to a part that does not exist yet.
     * @param creation creates the part, once; must not use this reference
     */
    public LazyPart(Supplier<T> creation) {
        this.creation = creation;
    }

    /**
     * Returns the part, and creates it first if necessary.
     * @return the part, always the same
     */
    @Override
    public T get() {
        T present = this.created;
        return (present != null) ? present : create();
    }

    private synchronized T create() {
        T present = this.created;
        if (present == null) {
            present = Objects.requireNonNull(this.creation).get();
            this.created = present;
            this.creation = null;
        }
        return present;
    }

    /**
     * Returns the part if it exists.
     * @return the part, or {@code null} if it was never used
     */
    public @Nullable T present() {
        return this.created;
    }
}
