package io.mcpclient.discovery;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.discovery.internal.Members;

/**
 * A value that a card or a registry entry declares: a header, an environment variable, an argument, or a variable in braces of one of
 * them. All texts are untrusted. Immutable.
 *
 * @param name name of the header, environment variable, argument or variable; empty for a positional argument without a hint
 * @param value fixed value, in which braces refer to {@code variables}; users cannot change it. {@code null} if there is none
 * @param defaultValue value that is used if there is no other; never of a secret
 * @param placeholder example for display
 * @param description help for display
 * @param required whether there must be a value
 * @param secret whether the value must not be shown or logged
 * @param format {@code string}, {@code number}, {@code boolean} or {@code filepath}; other texts count as {@code string}
 * @param choices the only permitted values, empty for any
 * @param variables inputs for the braces in {@code value}, by name
 * @see "Server Cards: server-card.schema.json; MCP Registry: server.json"
 */
public record McpInput(
        String name,
        @Nullable String value,
        @Nullable String defaultValue,
        @Nullable String placeholder,
        @Nullable String description,
        boolean required,
        boolean secret,
        String format,
        List<String> choices,
        Map<String, McpInput> variables) {

    /** Copies the collections. */
    public McpInput {
        choices = List.copyOf(choices);
        variables = Collections.unmodifiableMap(new LinkedHashMap<>(variables));
    }

    static McpInput of(String name, Members json) {
        String format = json.optionalText("format");
        return new McpInput(
                name,
                json.optionalText("value"),
                json.optionalText("default"),
                json.optionalText("placeholder"),
                json.optionalText("description"),
                json.flag("isRequired"),
                json.flag("isSecret"),
                (format != null) ? format : "string",
                json.texts("choices"),
                variables(json));
    }

    static Map<String, McpInput> variables(Members json) {
        Map<String, McpInput> variables = new LinkedHashMap<>();
        json.objectsByName("variables").forEach((name, variable) -> variables.put(name, of(name, variable)));
        return variables;
    }

    /** Reads a list of headers or environment variables. */
    static List<McpInput> named(Members json, String member) {
        List<McpInput> inputs = new ArrayList<>();
        json.objects(member).forEach(input -> inputs.add(of(input.text("name"), input)));
        return inputs;
    }

    /**
     * Returns whether a value contains something that must not be shown.
     * @return whether the input or one of its variables is a secret
     */
    public boolean hasSecret() {
        return this.secret || this.variables.values().stream().anyMatch(McpInput::secret);
    }

    @Override
    public String toString() {
        return "McpInput[" + this.name + (this.required ? ", required" : "") + (this.secret ? ", secret" : "") + "]";
    }
}
