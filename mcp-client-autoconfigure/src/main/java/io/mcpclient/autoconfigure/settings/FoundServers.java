package io.mcpclient.autoconfigure.settings;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

/** The servers that were looked up, by name, as they are used now. Thread-safe. */
public final class FoundServers {

    private final Map<String, FoundServer> byName = new ConcurrentHashMap<>();

    /**
     * Follows the settings of a server.
     * @param settings its settings
     */
    public void use(ServerSettings settings) {
        FoundServer found = settings.found();
        if (found != null) {
            this.byName.put(settings.name(), found);
        } else {
            this.byName.remove(settings.name());
        }
    }

    /**
     * Follows the removal of a server.
     * @param server its name
     */
    public void remove(String server) {
        this.byName.remove(server);
    }

    /**
     * Returns what was found for a server.
     * @param server its name
     * @return what was found, {@code null} if its address is configured, or not known yet
     */
    public @Nullable FoundServer get(String server) {
        return this.byName.get(server);
    }
}
