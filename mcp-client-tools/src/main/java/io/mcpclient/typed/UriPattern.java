package io.mcpclient.typed;

import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.springframework.web.util.UriUtils;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * URI of a resource with variables.
 *
 * @param template the URI as it is written
 */
record UriPattern(String template) {

    private static final Pattern EXPRESSION = Pattern.compile("\\{([^}]*)}");

    private static final Pattern VARIABLE = Pattern.compile("\\+?[A-Za-z0-9_.]+");

    private static final Pattern BRACE = Pattern.compile("[{}]");

    static UriPattern of(String template, MethodArguments arguments, ClientMethod.Invalid invalid) {
        Matcher matcher = EXPRESSION.matcher(template);
        while (matcher.find()) {
            String variable = matcher.group(1);
            if (!VARIABLE.matcher(variable).matches()) {
                throw invalid.of(
                        "has the expression {" + variable + "} in its URI",
                        "Use {name}, or {+name} for a value with reserved characters.");
            }
            boolean isKnown = !arguments.areNamed()
                    || arguments.named().stream()
                            .anyMatch(argument -> argument.name().equals(name(variable)));
            if (!isKnown) {
                throw invalid.of("has no argument for {" + variable + "} in its URI", "Add a parameter of that name.");
            }
        }
        if (BRACE.matcher(EXPRESSION.matcher(template).replaceAll("")).find()) {
            throw invalid.of(
                    "has the URI " + template + ", in which a brace is not closed or not opened",
                    "Write a variable as {name}, and a literal brace as %7B or %7D.");
        }
        if (template.isBlank()) {
            throw invalid.of("has an empty URI", "Set the URI of the resource.");
        }
        return new UriPattern(template);
    }

    String expand(Map<String, ?> variables) {
        return EXPRESSION.matcher(this.template).replaceAll(found -> Matcher.quoteReplacement(value(found, variables)));
    }

    private static String value(MatchResult found, Map<String, ?> variables) {
        String variable = found.group(1);
        Object value = variables.get(name(variable));
        if (value == null) {
            return ""; // RFC 6570: an undefined variable expands to nothing
        }
        String text = value.toString();
        return variable.startsWith("+") ? reserved(text) : UriUtils.encode(text, UTF_8);
    }

    /** Keeps what RFC 3986 reserves, and encodes the rest. */
    private static String reserved(String text) {
        StringBuilder encoded = new StringBuilder();
        text.codePoints().forEach(point -> {
            String character = Character.toString(point);
            encoded.append(":/?#[]@!$&'()*+,;=".contains(character) ? character : UriUtils.encode(character, UTF_8));
        });
        return encoded.toString();
    }

    private static String name(String variable) {
        return variable.startsWith("+") ? variable.substring(1) : variable;
    }
}
