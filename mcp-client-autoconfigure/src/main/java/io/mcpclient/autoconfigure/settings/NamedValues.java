package io.mcpclient.autoconfigure.settings;

import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.mcpclient.autoconfigure.properties.ServerProperties;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.text.SafeText;

/** Properties whose names are the application's, such as headers. */
final class NamedValues {

    private static final Pattern INDEX = Pattern.compile("\\d+(\\..*)?");

    private static final Pattern INDEX_OF_VALUE = Pattern.compile("(?<name>.+?)\\.\\d+(\\..*)?");

    private NamedValues() {}

    /**
     * Rejects lists, whose indexes would be taken for names or for parts of them.
     * @param layer the settings of a server and of all servers
     * @param group the group of properties
     * @param values the values by name
     * @param what what one of them is
     * @param example a name
     */
    static void refuseLists(
            Layer layer,
            String group,
            Function<ServerProperties, Map<String, String>> values,
            String what,
            String example) {
        refuseList(layer, "mcp.defaults." + group, values.apply(layer.defaults(group)), what, example);
        refuseList(layer, layer.property(group), values.apply(layer.server()), what, example);
    }

    private static void refuseList(
            Layer layer, String property, Map<String, String> values, String what, String example) {
        if (values.keySet().stream().anyMatch(name -> INDEX.matcher(name).matches())) {
            throw new McpConfigurationException(
                    layer.name(),
                    property,
                    "is a list",
                    "Give each " + what + " its own property, such as " + property + "." + example + ".");
        }
        for (String name : values.keySet()) {
            Matcher value = INDEX_OF_VALUE.matcher(name);
            if (value.matches()) {
                throw new McpConfigurationException(
                        layer.name(),
                        property + "." + SafeText.excerpt(value.group("name")),
                        "is a list",
                        "Give the " + what + " one value.");
            }
        }
    }
}
