package io.mcpclient.testkit;

import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/** System properties for the time of a test. */
public final class SystemProperties implements AutoCloseable {

    private final Map<String, @Nullable String> before = new HashMap<>();

    private SystemProperties() {}

    /** Sets properties until {@link #close}. */
    public static SystemProperties of(Map<String, String> properties) {
        SystemProperties set = new SystemProperties();
        properties.forEach((name, value) -> set.before.put(name, System.setProperty(name, value)));
        return set;
    }

    @Override
    public void close() {
        this.before.forEach((name, value) -> {
            if (value != null) {
                System.setProperty(name, value);
            } else {
                System.clearProperty(name);
            }
        });
    }
}
