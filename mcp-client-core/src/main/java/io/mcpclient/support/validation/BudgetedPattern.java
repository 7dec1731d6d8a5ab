package io.mcpclient.support.validation;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

import com.networknt.schema.regex.RegularExpression;

import io.mcpclient.text.MeteredText;

/**
 * Regular expression of a schema. Each match and each character access is a step, so that catastrophic backtracking is aborted (fault
 * F28).
 */
final class BudgetedPattern implements RegularExpression {

    /** Long expressions take seconds to compile, which no budget can interrupt. The longest in use, for emojis, have fewer. */
    private static final int MAX_LENGTH = 10_000;

    private final Pattern pattern;

    private BudgetedPattern(Pattern pattern) {
        this.pattern = pattern;
    }

    static RegularExpression compile(String regex) {
        if (regex.length() > MAX_LENGTH) {
            throw new PatternSyntaxException("longer than " + MAX_LENGTH + " characters", "", -1);
        }
        return new BudgetedPattern(Pattern.compile(translated(regex)));
    }

    @Override
    public boolean matches(String value) {
        Budget budget = Budget.current();
        if (budget != null) {
            budget.step(); // some patterns match without an access to the text
        }
        return this.pattern
                .matcher((budget != null) ? new MeteredText(value, budget::step) : value)
                .find();
    }

    /**
     * Converts constructs with different meanings in ECMAScript and Java to Java: the end anchor, and special characters in
     * classes.
     */
    static String translated(String regex) {
        StringBuilder java = new StringBuilder(regex.length() + 8);
        boolean inClass = false;
        for (int i = 0; i < regex.length(); i++) {
            char c = regex.charAt(i);
            if (c == '\\' && i + 1 < regex.length()) {
                java.append(c).append(regex.charAt(++i));
            } else if (inClass && (c == '[' || c == '&')) {
                java.append('\\').append(c);
            } else if (!inClass && c == '$') {
                java.append("\\z");
            } else {
                inClass = (c == '[') || (inClass && c != ']');
                java.append(c);
            }
        }
        return java.toString();
    }
}
