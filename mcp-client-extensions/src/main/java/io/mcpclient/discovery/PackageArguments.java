package io.mcpclient.discovery;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import io.mcpclient.discovery.InputResolver.Value;
import io.mcpclient.discovery.internal.LookupFailures;
import io.mcpclient.text.SafeText;

/**
 * Words of a command line for the arguments of a package and of its program. Nothing is divided, quoted or expanded.
 *
 * @see "REG-12, REG-20 to REG-23, REG-25, REG-A1"
 */
final class PackageArguments {

    private static final String OPERATION = "server plan";

    private static final Pattern NAME =
            Pattern.compile("-{1,2}[^\\s\\p{Cntrl}-][^\\s\\p{Cntrl}]*|[A-Za-z0-9][^\\s\\p{Cntrl}]*");

    private static final Pattern FORBIDDEN = Pattern.compile("[\\x00\\r\\n]");

    private final McpPlanSettings settings;

    private final String server;

    private final InputResolver inputs;

    PackageArguments(McpPlanSettings settings, String server, InputResolver inputs) {
        this.settings = settings;
        this.server = server;
        this.inputs = inputs;
    }

    /** The words of the arguments of a package. */
    List<String> ofPackage(List<McpPackageArgument> arguments) {
        List<String> words = new ArrayList<>();
        arguments.forEach(argument -> words.addAll(words(argument, this.settings.leadingDashes())));
        return words;
    }

    /** The words of the arguments of the program that runs a package: only what is harmless, or permitted by the settings. */
    List<String> ofRuntime(PackageType type, List<McpPackageArgument> arguments, List<String> warnings) {
        List<String> words = new ArrayList<>();
        for (McpPackageArgument argument : arguments) {
            List<String> added = words(argument, true);
            if (added.isEmpty()) {
                continue;
            }
            String shown = this.inputs.masked(String.join(" ", added));
            if (!argument.named() || !isPermitted(type, added)) {
                String option = SafeText.excerpt(added.get(0), 100);
                throw LookupFailures.refused(
                        OPERATION,
                        this.server + " passes the argument " + shown + " to the program that runs it",
                        "If it is intended, permit the runtime argument " + option + ", and check what it does.");
            }
            if (!type.isHarmless(added.get(0))) {
                warnings.add("the program that runs it gets the argument " + shown);
            }
            words.addAll(added);
        }
        return words;
    }

    private boolean isPermitted(PackageType type, List<String> words) {
        String first = words.get(0);
        String joined = String.join("=", words);
        int end = first.indexOf('=');
        String option = (end > 0) ? first.substring(0, end) : first;
        return (words.size() == 1 && type.isHarmless(first))
                || this.settings.runtimeArguments().contains(option)
                || this.settings.runtimeArguments().contains(joined);
    }

    private List<String> words(McpPackageArgument argument, boolean mayBeginWithDash) {
        McpInput input = argument.input();
        String name = input.name();
        String place = "argument " + SafeText.excerpt(name, 100);
        if (argument.named() && !NAME.matcher(name).matches()) {
            throw LookupFailures.refused(
                    OPERATION,
                    this.server + " has an invalid name of an argument: " + SafeText.excerpt(name, 100),
                    null);
        }
        if (input.hasSecret() && input.required()) {
            throw secret(place);
        }
        if (argument.flag()) {
            return flag(argument, place);
        }
        List<String> words = new ArrayList<>();
        for (Value value : this.inputs.values(input, place, argument.repeated(), null)) {
            check(argument, value, place, mayBeginWithDash);
            words.addAll(words(argument, value.text()));
        }
        return words;
    }

    /** An option without a value; a given value switches it, or belongs to it. */
    private List<String> flag(McpPackageArgument argument, String place) {
        Value given = this.inputs.value(argument.input(), place, null);
        if (given == null || given.text().equals("true")) {
            return List.of(argument.input().name());
        }
        if (given.text().equals("false")) {
            return List.of();
        }
        check(argument, given, place, true);
        return words(argument, given.text());
    }

    private List<String> words(McpPackageArgument argument, String value) {
        String name = argument.input().name();
        if (!argument.named()) {
            return List.of(value);
        }
        if (name.endsWith("=")) {
            return List.of(name + value);
        }
        return this.settings.joinedArguments() ? List.of(name + "=" + value) : List.of(name, value);
    }

    private void check(McpPackageArgument argument, Value value, String place, boolean mayBeginWithDash) {
        if (argument.input().hasSecret() || value.isSecret()) {
            throw secret(place);
        }
        boolean isOwn = argument.input().choices().contains(value.text());
        if (!argument.named()
                && value.isGiven()
                && !mayBeginWithDash
                && !isOwn
                && value.text().startsWith("-")) {
            this.inputs.problem(place, "begins with a dash, like an option");
        }
        if (FORBIDDEN.matcher(value.text()).find()) {
            this.inputs.problem(place, "contains a line break or NUL");
        }
    }

    private RuntimeException secret(String place) {
        return LookupFailures.refused(
                OPERATION,
                this.server + " wants a secret as " + place + ", which other users of the machine could read",
                "Configure the command yourself, with the secret in an environment variable or a file.");
    }
}
