package io.mcpclient.model;

import org.jspecify.annotations.Nullable;

/**
 * What a model reads of the result of a tool. Immutable; the methods return copies. A member that is {@code null} is not
 * decided here: rules of a tool are completed by those of its server, and those by the rules of all servers.
 *
 * @param form which parts of a result the model reads
 * @param media how images, audio and files reach the model
 * @param maxLength largest number of characters of the text for the model, at least 1; notes about media do not count.
 *     {@link Integer#MAX_VALUE} means unlimited. A tool can have a smaller limit of its own, the member
 *     {@code anthropic/maxResultSizeChars} of its {@code _meta}, but never raises this one
 * @param overflow what happens to text beyond the limit
 */
public record McpResultRules(
        @Nullable Form form,
        @Nullable Media media,
        @Nullable Integer maxLength,
        @Nullable Overflow overflow) {

    private static final McpResultRules UNDECIDED = new McpResultRules(null, null, null, null);

    private static final McpResultRules DEFAULTS =
            new McpResultRules(Form.AUTO, Media.NOTE, Integer.MAX_VALUE, Overflow.CUT);

    /** Which parts of a result a model reads. */
    public enum Form {

        /**
         * Everything once: a text that repeats structured content, or a part of it, is not sent. If the texts have all of the
         * structured content, which only wraps them, it is not sent unless it is shorter. Structured content for a view of the
         * extension MCP Apps is only sent if there is no text.
         */
        AUTO,

        /** The content; structured content only if there is no other content. */
        TEXT,

        /** Structured content; other content only if there is none. */
        STRUCTURED,

        /** Content and structured content, even if they repeat each other. */
        BOTH
    }

    /** How images, audio and files reach a model. */
    public enum Media {

        /** As a short note with type and size; the data is in the result for the application only. */
        NOTE,

        /** As a note, and attached in the way of the framework, for models that take them. */
        ATTACH,

        /** As the JSON of the content block, with its Base64 data, which counts towards the length. */
        TEXT
    }

    /** What happens to text beyond the limit. */
    public enum Overflow {

        /** It is cut, with a note. */
        CUT,

        /** It is cut, with a note that says how to read on. */
        KEEP
    }

    /**
     * Checks the length.
     * @throws IllegalArgumentException if the length is not positive
     */
    public McpResultRules {
        if (maxLength != null && maxLength < 1) {
            throw new IllegalArgumentException("maxLength is " + maxLength + ", but must be at least 1");
        }
    }

    /**
     * Returns the default: everything once, notes for media, no limit.
     * @return the rules, all decided
     */
    public static McpResultRules defaults() {
        return DEFAULTS;
    }

    /**
     * Returns rules that decide nothing.
     * @return the rules
     */
    public static McpResultRules undecided() {
        return UNDECIDED;
    }

    /**
     * Completes these rules.
     * @param others the rules for what is not decided here
     * @return the complete rules
     */
    public McpResultRules orElse(McpResultRules others) {
        return new McpResultRules(
                (this.form != null) ? this.form : others.form,
                (this.media != null) ? this.media : others.media,
                (this.maxLength != null) ? this.maxLength : others.maxLength,
                (this.overflow != null) ? this.overflow : others.overflow);
    }

    /**
     * Sets which parts the model reads.
     * @param form {@link Form#AUTO} by default
     * @return the copy
     */
    public McpResultRules withForm(@Nullable Form form) {
        return new McpResultRules(form, this.media, this.maxLength, this.overflow);
    }

    /**
     * Sets how media reach the model.
     * @param media {@link Media#NOTE} by default
     * @return the copy
     */
    public McpResultRules withMedia(@Nullable Media media) {
        return new McpResultRules(this.form, media, this.maxLength, this.overflow);
    }

    /**
     * Sets the limit on the text.
     * @param maxLength number of characters; unlimited by default
     * @return the copy
     * @throws IllegalArgumentException if it is not positive
     */
    public McpResultRules withMaxLength(@Nullable Integer maxLength) {
        return new McpResultRules(this.form, this.media, maxLength, this.overflow);
    }

    /**
     * Sets what happens beyond the limit.
     * @param overflow {@link Overflow#CUT} by default
     * @return the copy
     */
    public McpResultRules withOverflow(@Nullable Overflow overflow) {
        return new McpResultRules(this.form, this.media, this.maxLength, overflow);
    }
}
