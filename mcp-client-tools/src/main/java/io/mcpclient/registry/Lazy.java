package io.mcpclient.registry;

import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/** A value that is computed when it is first needed: twice if two threads need it at the same time. Never waits. */
final class Lazy<V> implements Supplier<V> {

    private volatile @Nullable V value;

    private final Supplier<V> computation;

    /**
     * Creates a value that is not computed yet.
     * @param computation returns equal values
     */
    Lazy(Supplier<V> computation) {
        this.computation = computation;
    }

    @Override
    public V get() {
        V present = this.value;
        if (present == null) {
            present = this.computation.get();
            this.value = present;
        }
        return present;
    }
}
