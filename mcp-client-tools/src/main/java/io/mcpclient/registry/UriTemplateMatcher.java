package io.mcpclient.registry;

import java.util.ArrayList;
import java.util.List;

/**
 * Whether a URI can be an expansion of a template (RFC 6570). A simple expression stands for characters other than the
 * delimiters {@code / ? #}, any other one for any characters. Takes time proportional to the product of both lengths, whatever
 * the template is.
 */
final class UriTemplateMatcher {

    /** One position of a template: a character, or an expression. */
    private record Part(char literal, boolean isExpression, boolean hasDelimiters) {

        boolean accepts(char c) {
            return this.isExpression ? this.hasDelimiters || (c != '/' && c != '?' && c != '#') : this.literal == c;
        }
    }

    private UriTemplateMatcher() {}

    static boolean matches(String template, String uri) {
        List<Part> parts = parts(template);
        boolean[] reached = new boolean[parts.size() + 1];
        reached[0] = true;
        skipExpressions(parts, reached);
        for (int i = 0; i < uri.length(); i++) {
            boolean[] next = new boolean[reached.length];
            for (int position = 0; position < parts.size(); position++) {
                Part part = parts.get(position);
                if (reached[position] && part.accepts(uri.charAt(i))) {
                    next[part.isExpression() ? position : position + 1] = true;
                }
            }
            reached = next;
            skipExpressions(parts, reached);
        }
        return reached[parts.size()];
    }

    /** An expression may expand to nothing, and may end after any character. */
    private static void skipExpressions(List<Part> parts, boolean[] reached) {
        for (int position = 0; position < parts.size(); position++) {
            if (reached[position] && parts.get(position).isExpression()) {
                reached[position + 1] = true;
            }
        }
    }

    private static List<Part> parts(String template) {
        List<Part> parts = new ArrayList<>();
        int i = 0;
        while (i < template.length()) {
            int end = (template.charAt(i) == '{') ? template.indexOf('}', i) : -1;
            if (end > i) {
                parts.add(new Part('{', true, end > i + 1 && "+#./;?&".indexOf(template.charAt(i + 1)) >= 0));
                i = end + 1;
            } else {
                parts.add(new Part(template.charAt(i), false, false));
                i++;
            }
        }
        return parts;
    }
}
