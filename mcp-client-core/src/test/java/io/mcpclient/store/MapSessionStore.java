package io.mcpclient.store;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ConcurrentMap;

import org.jspecify.annotations.Nullable;

/** The example of docs/stores.md: sessions in a map, such as one that the instances of an application share. */
public class MapSessionStore implements McpSessionStore {

    /** What the map holds. Serializable as a record of strings and numbers. */
    public record Entry(long version, String text, long expiresAtMillis) {

        boolean isExpired() {
            return System.currentTimeMillis() >= this.expiresAtMillis;
        }
    }

    private final ConcurrentMap<String, Entry> map;

    public MapSessionStore(ConcurrentMap<String, Entry> map) {
        this.map = map;
    }

    @Override
    public @Nullable McpStoredValue load(String key) {
        Entry entry = this.map.get(key);
        return (entry == null || entry.isExpired()) ? null : new McpStoredValue(entry.version(), entry.text());
    }

    @Override
    public boolean replace(String key, long expectedVersion, McpStoredValue value, Duration timeToLive) {
        long expiresAt = Instant.now().plus(timeToLive).toEpochMilli();
        Entry next = new Entry(value.version(), value.text(), expiresAt);
        Entry present = this.map.get(key);
        if (present == null) {
            return expectedVersion == 0 && this.map.putIfAbsent(key, next) == null;
        }
        long presentVersion = present.isExpired() ? 0 : present.version();
        return presentVersion == expectedVersion && this.map.replace(key, present, next);
    }

    @Override
    public boolean remove(String key, long expectedVersion) {
        Entry present = this.map.get(key);
        return present != null
                && !present.isExpired()
                && present.version() == expectedVersion
                && this.map.remove(key, present);
    }
}
