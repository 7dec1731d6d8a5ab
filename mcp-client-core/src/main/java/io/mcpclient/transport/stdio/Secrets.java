package io.mcpclient.transport.stdio;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Hides in text of the server what it was given: its arguments and the values of its variables, which may be tokens. A
 * server that fails tends to print them. Immutable.
 *
 * @see "fault E23"
 */
final class Secrets {

    private static final String MASK = "***";

    /** Too short to be a secret, and frequent in text that is none. */
    private static final int MIN_LENGTH = 4;

    /** Variables that tell where things are; to hide them would hide what is wrong. */
    private static final Set<String> HARMLESS = Set.of("PATH", "HOME", "USER", "LANG", "TERM", "TZ", "SHELL", "TMPDIR");

    private final List<String> values;

    private Secrets(List<String> values) {
        this.values = values;
    }

    /**
     * Finds what is to be hidden.
     * @param args arguments of the command
     * @param environment all variables of the process
     */
    static Secrets of(Collection<String> args, Map<String, String> environment) {
        List<String> values = new ArrayList<>();
        args.forEach(value -> add(values, value));
        environment.forEach((name, value) -> {
            if (!HARMLESS.contains(name)) {
                add(values, value);
            }
        });
        // The longest first: a secret may be part of another.
        values.sort(Comparator.comparingInt(String::length).reversed());
        return new Secrets(List.copyOf(values));
    }

    /** Standard error comes in lines, so a value of several is found line by line. */
    private static void add(List<String> values, String value) {
        value.lines()
                .map(String::strip)
                .filter(line -> line.length() >= MIN_LENGTH)
                .forEach(values::add);
    }

    String mask(String text) {
        String masked = text;
        for (String value : this.values) {
            masked = masked.replace(value, MASK);
        }
        return masked;
    }

    /** What may be left of a secret at the place where a text was cut. */
    int longest() {
        return this.values.isEmpty() ? 0 : this.values.get(0).length();
    }
}
