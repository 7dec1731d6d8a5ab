package io.mcpclient.typed.generator;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;

import javax.lang.model.SourceVersion;

/**
 * Makes Java names from names of a server, unique in one scope. Only ASCII letters and digits are taken over: other characters
 * can be invisible or look like another name. Names that differ in case alone are not unique, because class files of some systems
 * are not.
 */
final class JavaNames {

    /** What neither a method without parameters, or with one of any type, nor a component of a record can be called. */
    private static final Set<String> MEMBERS_OF_OBJECT =
            Set.of("clone", "equals", "finalize", "getClass", "hashCode", "notify", "notifyAll", "toString", "wait");

    private final Set<String> used = new HashSet<>();

    /** Reserves a name that is in scope already. */
    JavaNames reserve(String name) {
        this.used.add(name.toLowerCase(Locale.ROOT));
        return this;
    }

    /** Returns a name for a method, a parameter or a component, such as {@code getForecast}. */
    String member(String name, String otherwise) {
        String words = camelCase(name, otherwise);
        return unique(
                Character.toLowerCase(words.charAt(0)) + words.substring(1),
                member ->
                        SourceVersion.isKeyword(member) || MEMBERS_OF_OBJECT.contains(member) ? member + "_" : member);
    }

    /** Returns a name for a type, such as {@code GetForecastResult}. */
    String type(String name) {
        String words = camelCase(name, "Type");
        return unique(Character.toUpperCase(words.charAt(0)) + words.substring(1), UnaryOperator.identity());
    }

    /** Returns a name for a constant, such as {@code NORTH_WEST}. */
    String constant(String name) {
        String words = name.replaceAll("([a-z0-9])([A-Z])", "$1_$2")
                .replaceAll("[^A-Za-z0-9]+", "_")
                .replaceAll("^_+|_+$", "")
                .toUpperCase(Locale.ROOT);
        String constant = words.isEmpty() ? "VALUE" : words;
        return unique(Character.isDigit(constant.charAt(0)) ? "VALUE_" + constant : constant, UnaryOperator.identity());
    }

    private static String camelCase(String name, String otherwise) {
        StringBuilder words = new StringBuilder();
        for (String word : name.split("[^A-Za-z0-9]+", -1)) {
            if (!word.isEmpty()) {
                words.append(Character.toUpperCase(word.charAt(0))).append(word.substring(1));
            }
        }
        if (words.isEmpty()) {
            return otherwise;
        }
        return Character.isDigit(words.charAt(0)) ? otherwise + words : words.toString();
    }

    private String unique(String name, UnaryOperator<String> allowed) {
        String candidate = allowed.apply(name);
        for (int number = 2; !this.used.add(candidate.toLowerCase(Locale.ROOT)); number++) {
            candidate = name + number;
        }
        return candidate;
    }
}
