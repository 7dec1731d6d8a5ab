package io.mcpclient.operation;

import java.util.Map;

import reactor.core.publisher.Mono;

/** Where the pins of the tools of one server are kept across restarts. */
public interface ToolPinStore {

    /** Keeps nothing. */
    ToolPinStore NONE = new ToolPinStore() {
        @Override
        public Mono<Map<String, Map<String, String>>> load() {
            return Mono.empty();
        }

        @Override
        public void keep(Map<String, Map<String, String>> pins) {}
    };

    /**
     * Loads the pins.
     * @return by the name of the tool; empty if none are kept; or an error if the store does not tell
     */
    Mono<Map<String, Map<String, String>>> load();

    /**
     * Keeps pins in place of those that were kept. Does not block.
     * @param pins by the name of the tool
     */
    void keep(Map<String, Map<String, String>> pins);
}
