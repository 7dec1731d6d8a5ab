package io.mcpclient.internal.model;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

import io.mcpclient.text.MeteredText;

/** Matches names of members against patterns of a schema. Each access to a character is a step of the conversion. */
final class NamePatterns {

    private static final int MAX_PATTERN = 1_000;

    /** Matching a long name can need a deep stack. */
    private static final int MAX_NAME = 256;

    private final LocalSchema schema;

    NamePatterns(LocalSchema schema) {
        this.schema = schema;
    }

    /** Whether a name matches. */
    enum Match {
        YES,
        NO,

        /** The pattern is unsupported, or a limit is exceeded. */
        UNKNOWN
    }

    Match match(String pattern, String name) {
        this.schema.step(1 + pattern.length() / 8, 0);
        if (pattern.length() > MAX_PATTERN || name.length() > MAX_NAME) {
            return Match.UNKNOWN;
        }
        try {
            return Pattern.compile(pattern)
                            .matcher(new MeteredText(name, () -> this.schema.step(1, 0)))
                            .find()
                    ? Match.YES
                    : Match.NO;
        } catch (PatternSyntaxException ex) {
            return Match.UNKNOWN;
        }
    }
}
