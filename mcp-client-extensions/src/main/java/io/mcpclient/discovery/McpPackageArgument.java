package io.mcpclient.discovery;

import java.util.ArrayList;
import java.util.List;

import io.mcpclient.discovery.internal.Members;

/**
 * An argument of a package, or of the program that runs it. Untrusted. Immutable.
 *
 * @param named whether it is an option with a name, such as {@code --region}; otherwise a word at its place
 * @param flag whether it is an option without any value
 * @param repeated whether it may occur several times
 * @param input its name and value; the name of a positional argument is its {@code valueHint}
 */
public record McpPackageArgument(boolean named, boolean flag, boolean repeated, McpInput input) {

    private static final List<String> OF_VALUES =
            List.of("value", "default", "placeholder", "choices", "format", "variables", "valueHint");

    static List<McpPackageArgument> listOf(Members json, String member) {
        List<McpPackageArgument> arguments = new ArrayList<>();
        for (Members argument : json.objects(member)) {
            arguments.add(of(argument));
        }
        return arguments;
    }

    private static McpPackageArgument of(Members json) {
        String type = json.text("type");
        boolean isRepeated = json.flag("isRepeated");
        if (type.equals("named")) {
            boolean isFlag = OF_VALUES.stream().noneMatch(json::has) && !json.flag("isRequired");
            return new McpPackageArgument(true, isFlag, isRepeated, McpInput.of(json.text("name"), json));
        }
        if (!type.equals("positional")) {
            throw json.problem("type", "is neither positional nor named");
        }
        String hint = json.optionalText("valueHint");
        if (hint == null && !json.has("value")) {
            throw json.problem("value", "and valueHint are both missing");
        }
        return new McpPackageArgument(false, false, isRepeated, McpInput.of((hint != null) ? hint : "", json));
    }
}
