package io.mcpclient.autoconfigure;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

import io.mcpclient.autoconfigure.properties.EnvironmentNames;

/** What the settings of servers are bound from, to find out which of them have changed. */
final class ServerTexts {

    private ServerTexts() {}

    /** Returns the properties of each server, the defaults included, with resolved placeholders. */
    static Map<String, Map<String, String>> of(Environment environment, Set<String> servers) {
        Binder binder = Binder.get(environment);
        Bindable<Map<String, String>> type = Bindable.mapOf(String.class, String.class);
        Map<String, String> defaults = binder.bind("mcp.defaults", type).orElseGet(Map::of);
        Map<String, Map<String, String>> texts = new TreeMap<>();
        for (String server : servers) {
            Map<String, String> all = new TreeMap<>();
            defaults.forEach((key, value) -> all.put("mcp.defaults." + key, value));
            texts.put(server, all);
        }
        binder.bind("mcp.servers", type).orElseGet(Map::of).forEach((key, value) -> {
            texts.forEach((server, all) -> {
                if (key.startsWith(server + ".")) {
                    all.put(key, value);
                }
            });
            // A variable has neither the case nor the dashes of the name.
            Map<String, String> written = texts.get(EnvironmentNames.configured(key.split("\\.", 2)[0], servers));
            if (written != null) {
                written.put(key, value);
            }
        });
        return texts;
    }
}
