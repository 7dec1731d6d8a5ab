package io.mcpclient.internal.support;

import java.util.Arrays;
import java.util.Collection;

import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import org.jspecify.annotations.Nullable;

/** Attributes of one observation. Attributes that are the same for many calls are shared, not copied. Thread-safe. */
public final class AttributeSet {

    private volatile KeyValues values = KeyValues.empty();

    /**
     * Returns the attributes.
     * @return all of them; never {@code null}
     */
    public KeyValues values() {
        return this.values;
    }

    /**
     * Returns an attribute.
     * @param key its name
     * @return the attribute, {@code null} if there is none
     */
    public @Nullable KeyValue get(String key) {
        for (KeyValue value : this.values) {
            if (value.getKey().equals(key)) {
                return value;
            }
        }
        return null;
    }

    /**
     * Adds attributes; an added one replaces that of the same name.
     * @param added the attributes
     */
    public void add(KeyValues added) {
        if (added != this.values) {
            synchronized (this) {
                this.values = this.values.and(added);
            }
        }
    }

    /**
     * Removes attributes.
     * @param keys their names
     */
    public synchronized void remove(String... keys) {
        Collection<String> removed = Arrays.asList(keys);
        this.values = KeyValues.of(this.values.stream()
                .filter(value -> !removed.contains(value.getKey()))
                .toList());
    }
}
