package io.mcpclient.internal.model;

/**
 * A deviation from JSON that models make, and that has exactly one reading.
 *
 * <table>
 * <caption>what is read, and what is not because it has several readings or none</caption>
 * <tr><th>read</th><th>not read</th></tr>
 * <tr><td>a code fence around the text, or half of one</td><td>prose before or after the object</td></tr>
 * <tr><td>an object in a JSON string, up to three times</td><td>an array with one object</td></tr>
 * <tr><td>a comma before a closing bracket</td><td>a missing comma, two commas, a comma at the beginning</td></tr>
 * <tr><td>a closing brace too many at the end, {@code {"a": 1}}}</td><td>the same if an inner object was closed before another
 * member: either brace may be the wrong one</td></tr>
 * <tr><td>an object in braces of its own, {@code {{"a": 1}}}</td><td>a missing bracket: the text may be cut off</td></tr>
 * <tr><td>the same object twice, or after an empty one</td><td>two different objects</td></tr>
 * <tr><td>single quotes, names without quotes, an escaped apostrophe</td><td>curly quotes, which are mixed with others; values
 * without quotes; other invalid escapes: a backslash may be meant twice</td></tr>
 * <tr><td>{@code True}, {@code False}, {@code None}, other case</td><td>{@code NaN}, {@code Infinity}, {@code undefined} within an
 * object; numbers such as {@code 0x10}, {@code +1}, {@code 01}, {@code .5}</td></tr>
 * <tr><td>line breaks and tabs within strings</td><td>quotes within strings</td></tr>
 * <tr><td>comments, other spaces, escaped line breaks between values</td><td>anything else</td></tr>
 * </table>
 */
enum JsonRepair {

    /** {@code ```json} and {@code ```} around the text. */
    CODE_FENCE("a code fence"),

    /** An object within a JSON string. */
    ENCODED("an object in a string"),

    /** A comma before a closing bracket. */
    TRAILING_COMMA("a trailing comma"),

    /** A closing brace after the end of the object. */
    EXTRA_BRACE("an extra closing brace"),

    /** An object that is the only content of another one, without a name. */
    DOUBLED_BRACES("doubled braces"),

    /** The same object twice, or an object after an empty one. */
    REPEATED("a repeated object"),

    /** Strings in single quotes, or an escaped apostrophe. */
    QUOTES("single quotes"),

    /** Names without quotes. */
    NAME("a name without quotes"),

    /** {@code True}, {@code False}, {@code None}, or another case. */
    LITERAL("a literal of another language"),

    /** Control characters within strings. */
    CONTROL("a control character in a string"),

    /** Comments. */
    COMMENT("a comment"),

    /** Spaces that JSON does not have, or escaped line breaks between values. */
    SPACE("a space that JSON does not have"),

    /** A control token of the model at the end, such as {@code <|call|>}. */
    TOKEN("a control token at the end"),

    /** Something that stands for no arguments: {@code []}, {@code undefined}. */
    NOTHING("another text for no arguments");

    private final String text;

    JsonRepair(String text) {
        this.text = text;
    }

    @Override
    public String toString() {
        return this.text;
    }
}
