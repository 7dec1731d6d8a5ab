package io.mcpclient.internal.support;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;

import org.jspecify.annotations.Nullable;

/**
 * A map that cannot be changed and preserves the order of its entries. A small one, as most objects of a JSON schema are, takes a
 * quarter of the memory of a {@link java.util.LinkedHashMap}, and less time to create. Values may be {@code null}. Thread-safe.
 */
public final class FixedMap extends AbstractMap<String, @Nullable Object> {

    /** Maximum number of entries that are searched one by one. */
    static final int MAX_SEARCHED = 8;

    /** Names and values, alternately. */
    private final @Nullable Object[] entries;

    /** The values by name; {@code null} if the map is small. */
    private final @Nullable Map<String, @Nullable Object> index;

    private FixedMap(@Nullable Object[] entries, @Nullable Map<String, @Nullable Object> index) {
        this.entries = entries;
        this.index = index;
    }

    /**
     * Creates a map.
     * @param source names and values, alternately, among others; copied
     * @param from index of the first name
     * @param to index after the last value
     * @return the map; {@code null} if a name occurs twice
     */
    public static @Nullable FixedMap of(@Nullable Object[] source, int from, int to) {
        @Nullable Object[] entries = Arrays.copyOfRange(source, from, to);
        if (entries.length <= 2 * MAX_SEARCHED) {
            return hasTwice(entries) ? null : new FixedMap(entries, null);
        }
        Map<String, @Nullable Object> index = new HashMap<>(entries.length);
        for (int i = 0; i < entries.length; i += 2) {
            index.put((String) Objects.requireNonNull(entries[i]), entries[i + 1]);
        }
        return (index.size() < entries.length / 2) ? null : new FixedMap(entries, index);
    }

    private static boolean hasTwice(@Nullable Object[] entries) {
        for (int i = 2; i < entries.length; i += 2) {
            for (int j = 0; j < i; j += 2) {
                if (Objects.equals(entries[i], entries[j])) {
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    public int size() {
        return this.entries.length / 2;
    }

    @Override
    public @Nullable Object get(@Nullable Object name) {
        if (this.index != null) {
            return this.index.get(name);
        }
        int i = indexOf(name);
        return (i >= 0) ? this.entries[i + 1] : null;
    }

    @Override
    public boolean containsKey(@Nullable Object name) {
        return (this.index != null) ? this.index.containsKey(name) : indexOf(name) >= 0;
    }

    private int indexOf(@Nullable Object name) {
        for (int i = 0; i < this.entries.length; i += 2) {
            if (Objects.equals(this.entries[i], name)) {
                return i;
            }
        }
        return -1;
    }

    @Override
    @SuppressWarnings("NullAway") // names are never null
    public void forEach(BiConsumer<? super String, ? super @Nullable Object> action) {
        for (int i = 0; i < this.entries.length; i += 2) {
            action.accept((String) this.entries[i], this.entries[i + 1]);
        }
    }

    @Override
    public Set<Map.Entry<String, @Nullable Object>> entrySet() {
        return new Entries();
    }

    /** A view of the entries. */
    private final class Entries extends AbstractSet<Map.Entry<String, @Nullable Object>> {

        @Override
        public int size() {
            return FixedMap.this.size();
        }

        @Override
        public Iterator<Map.Entry<String, @Nullable Object>> iterator() {
            return new Iterator<>() {

                private int next;

                @Override
                public boolean hasNext() {
                    return this.next < FixedMap.this.entries.length;
                }

                @Override
                @SuppressWarnings("NullAway") // names are never null
                public Map.Entry<String, @Nullable Object> next() {
                    if (!hasNext()) {
                        throw new NoSuchElementException();
                    }
                    this.next += 2;
                    return new SimpleImmutableEntry<>(
                            (String) FixedMap.this.entries[this.next - 2], FixedMap.this.entries[this.next - 1]);
                }
            };
        }
    }
}
