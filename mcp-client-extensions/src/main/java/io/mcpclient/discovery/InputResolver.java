package io.mcpclient.discovery;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import io.mcpclient.discovery.internal.LookupFailures;
import io.mcpclient.discovery.internal.UrlTemplate;
import io.mcpclient.text.KnownSecrets;
import io.mcpclient.text.SafeText;

/**
 * Determines the values of the inputs of one plan, and collects everything that is missing or invalid for one error.
 *
 * <pre>
 * fixed value     with its braces filled in from the variables; an unknown brace stays
 * given value     must be one of the choices, and have the format
 * default         not of a secret
 * none            missing if required, otherwise omitted
 * </pre>
 *
 * @see "CRD-20 to CRD-22, REG-19, REG-20, REG-23"
 */
final class InputResolver {

    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,30}(?:\\.\\d{1,30})?(?:[eE][+-]?\\d{1,4})?");

    private static final Pattern BRACES = Pattern.compile("\\{([^{}]*)}");

    private final McpInputValues values;

    private final Set<String> missing = new LinkedHashSet<>();

    private final Set<String> properties = new LinkedHashSet<>();

    private final Set<String> problems = new LinkedHashSet<>();

    private final Set<String> secrets = new LinkedHashSet<>();

    /**
     * A value.
     *
     * @param isGiven whether the application or a user supplied it, at least in part
     * @param isSecret whether it must not be shown
     */
    record Value(String text, boolean isGiven, boolean isSecret) {}

    InputResolver(McpInputValues values) {
        this.values = values;
    }

    /** Returns the value of an input; {@code null} if it has none, which is a problem if it is required. */
    @Nullable
    Value value(McpInput input, String place, @Nullable String origin) {
        List<Value> values = values(input, place, false, origin);
        return values.isEmpty() ? null : values.get(0);
    }

    List<Value> values(McpInput input, String place, boolean isRepeated, @Nullable String origin) {
        if (input.value() != null) {
            Value filled = filled(input, input.value(), place, origin);
            return (filled != null) ? List.of(filled) : List.of();
        }
        McpInputRequest request = new McpInputRequest(input.name(), place, input, isRepeated, origin);
        List<String> given = isRepeated ? this.values.values(request) : single(this.values.value(request));
        List<Value> valid = new ArrayList<>();
        for (String text : given) {
            check(input, place, text);
            valid.add(remembered(new Value(text, true, input.secret())));
        }
        String standard = input.secret() ? null : input.defaultValue();
        if (valid.isEmpty() && standard != null && !standard.isEmpty()) {
            check(input, place, standard);
            valid.add(new Value(standard, false, false));
        }
        if (valid.isEmpty() && input.required()) {
            missing(input, place);
        }
        return valid;
    }

    private static List<String> single(@Nullable String value) {
        return (value != null && !value.isEmpty()) ? List.of(value) : List.of();
    }

    private Value remembered(Value value) {
        if (value.isSecret()) {
            for (String form : List.of(value.text(), UrlTemplate.encoded(value.text()))) {
                KnownSecrets.sent(form);
                this.secrets.add(form);
            }
        }
        return value;
    }

    private @Nullable Value filled(McpInput input, String template, String place, @Nullable String origin) {
        boolean[] is = {false, input.secret(), true};
        String text = UrlTemplate.replaced(template, name -> {
            McpInput variable = input.variables().get(name);
            if (variable == null) {
                return null;
            }
            Value value = value(variable, place, origin);
            is[0] |= value != null && value.isGiven();
            is[1] |= variable.secret();
            is[2] &= value != null;
            return (value != null) ? value.text() : null;
        });
        if (!is[2]) {
            if (input.required()) {
                BRACES.matcher(template)
                        .results()
                        .map(brace -> input.variables().get(brace.group(1)))
                        .filter(variable -> variable != null && !variable.required())
                        .forEach(variable -> missing(variable, place));
            }
            return null;
        }
        return (is[1] && is[0]) ? remembered(new Value(text, true, true)) : new Value(text, is[0], is[1]);
    }

    private void missing(McpInput input, String place) {
        String help = (input.description() != null) ? " (" + SafeText.excerpt(input.description(), 100) + ")" : "";
        String name = SafeText.excerpt(input.name(), 100);
        this.missing.add((place.endsWith(name) ? place : place + " " + name) + help);
        this.properties.add("mcp.inputs." + name.replaceFirst("^-+", ""));
    }

    private void check(McpInput input, String place, String text) {
        if (!input.choices().isEmpty() && !input.choices().contains(text)) {
            problem(place, "is not one of " + SafeText.excerpt(String.join(", ", input.choices())));
        }
        boolean isOfFormat =
                switch (input.format().toLowerCase(Locale.ROOT)) {
                    case "number" -> NUMBER.matcher(text).matches();
                    case "boolean" -> text.equals("true") || text.equals("false");
                    default -> text.indexOf('\0') < 0;
                };
        if (!isOfFormat) {
            problem(place, "is not of the format " + SafeText.excerpt(input.format(), 32));
        }
    }

    /** Adds a problem with a value, without the value. */
    void problem(String place, String predicate) {
        this.problems.add("the value for " + place + " " + predicate);
    }

    /** Returns a text in which the secrets of this plan are masked, however short they are. */
    String masked(String text) {
        String masked = text;
        for (String secret : this.secrets) {
            masked = masked.replace(secret, "***");
        }
        return SafeText.excerpt(masked, 2048);
    }

    boolean isComplete() {
        return this.missing.isEmpty() && this.problems.isEmpty();
    }

    /** Fails if something is missing or invalid, and names all of it. */
    void requireComplete(String server) {
        if (isComplete()) {
            return;
        }
        List<String> all = new ArrayList<>();
        if (!this.missing.isEmpty()) {
            all.add("values are missing for " + String.join(", ", this.missing));
        }
        all.addAll(this.problems);
        String remedy =
                this.missing.isEmpty() ? "Correct the values." : "Set " + String.join(", ", this.properties) + ".";
        throw LookupFailures.invalid(
                "inputs", "of " + SafeText.excerpt(server) + ": " + String.join("; ", all), remedy);
    }
}
