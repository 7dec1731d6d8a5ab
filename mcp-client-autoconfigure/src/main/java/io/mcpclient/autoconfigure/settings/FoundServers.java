package io.mcpclient.autoconfigure.settings;

import org.jspecify.annotations.Nullable;

/** The servers that were looked up, as they are used now. Thread-safe. */
@FunctionalInterface
public interface FoundServers {

    /**
     * Returns what was found for a server.
     * @param server its name
     * @return what was found, {@code null} if its address is configured, or not known yet
     */
    @Nullable
    FoundServer get(String server);
}
