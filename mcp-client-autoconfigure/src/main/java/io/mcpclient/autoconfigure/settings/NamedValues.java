package io.mcpclient.autoconfigure.settings;

import java.util.Map;
import java.util.regex.Pattern;

import io.mcpclient.error.McpConfigurationException;

/** Properties whose names are the application's, such as headers. */
final class NamedValues {

    private static final Pattern INDEX = Pattern.compile("\\d+(\\..*)?");

    private NamedValues() {}

    /**
     * Rejects a list, whose indexes would be taken for names.
     * @param server name of the server
     * @param property the group of properties
     * @param values the values by name
     * @param what what one of them is
     * @param example a name
     */
    static void refuseList(String server, String property, Map<String, ?> values, String what, String example) {
        if (values.keySet().stream().anyMatch(name -> INDEX.matcher(name).matches())) {
            throw new McpConfigurationException(
                    server,
                    property,
                    "is a list",
                    "Give each " + what + " its own property, such as " + property + "." + example + ".");
        }
    }
}
