package io.mcpclient.internal.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Reads JSON as models write it: JSON itself without a change of meaning, and what {@link JsonRepair} lists. A text without a repair
 * is strict JSON. Of members with the same name the last one applies, as for most parsers. Takes linear time.
 * Not thread-safe.
 */
final class LenientJson {

    /** As for messages, see {@link io.mcpclient.jsonrpc.JsonLimits}. */
    static final int MAX_DEPTH = 200;

    private static final int MAX_VALUES = 500_000;

    private final JsonText text;

    private final JsonStrings strings;

    private final JsonNumberText numbers;

    private int values;

    /** Whether a member follows an inner object, which may have been closed too early. */
    private boolean memberAfterObject;

    /**
     * Creates a reader of one text.
     * @param text position at the beginning of the text
     */
    LenientJson(JsonText text) {
        this.text = text;
        this.strings = new JsonStrings(text);
        this.numbers = new JsonNumberText(text);
    }

    /** A text without a value. */
    enum Absent {

        /** Blank, {@code undefined} or {@code None}. */
        ABSENT
    }

    /**
     * Reads the whole text.
     * @return plain JSON, or {@link Absent} if there is no value
     * @throws UnreadableJsonException if it is not JSON, or exceeds a limit
     */
    @Nullable
    Object document() throws UnreadableJsonException {
        JsonWrapping.remove(this.text);
        if (this.text.isAtEnd()) {
            return Absent.ABSENT;
        }
        String beginning = this.text.excerpt(this.text.position());
        if (beginning.equalsIgnoreCase("undefined") || beginning.equalsIgnoreCase("none")) {
            this.text.repaired(JsonRepair.NOTHING);
            return Absent.ABSENT;
        }
        Object value = value(1);
        this.text.skipSpace();
        if (value instanceof Map<?, ?> object) {
            value = only(object);
        }
        if (!this.text.isAtEnd()) {
            throw this.text.problem(this.text.position(), "after the end of the value there is " + this.text.found());
        }
        return value;
    }

    /** Some providers send the same object twice, or an empty one before, and some models close it twice. */
    private Map<?, ?> only(Map<?, ?> first) throws UnreadableJsonException {
        Map<?, ?> object = first;
        while (this.text.peek() == '{') {
            int begin = this.text.position();
            Map<?, ?> other = object(1);
            if (!object.isEmpty() && !object.equals(other)) {
                throw this.text.problem(begin, "a second object begins here");
            }
            object = other;
            this.text.repaired(JsonRepair.REPEATED);
            this.text.skipSpace();
        }
        while (!this.memberAfterObject && this.text.take('}')) {
            this.text.repaired(JsonRepair.EXTRA_BRACE);
            this.text.skipSpace();
        }
        return object;
    }

    private @Nullable Object value(int depth) throws UnreadableJsonException {
        if (++this.values > MAX_VALUES) {
            throw this.text.problem(this.text.position(), "there are more than " + MAX_VALUES + " values");
        }
        char c = this.text.peek();
        if (c == '{') {
            return object(depth);
        }
        if (c == '[') {
            return array(depth);
        }
        if (c == '"' || c == '\'') {
            return this.strings.read();
        }
        return (c == '-' || JsonText.isDigit(c)) ? this.numbers.read() : literal();
    }

    private void enter(char bracket, int depth) throws UnreadableJsonException {
        if (depth > MAX_DEPTH) {
            throw this.text.problem(this.text.position(), "nested deeper than " + MAX_DEPTH + " levels");
        }
        this.text.take(bracket);
        this.text.skipSpace();
    }

    private Map<String, @Nullable Object> object(int depth) throws UnreadableJsonException {
        enter('{', depth);
        if (this.text.peek() == '{') {
            return doubled(depth);
        }
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        boolean afterObject = false;
        while (!this.text.take('}')) {
            String name = name();
            this.memberAfterObject |= afterObject;
            this.text.skipSpace();
            if (!this.text.take(':')) {
                throw this.text.expected("\":\"");
            }
            this.text.skipSpace();
            Object value = value(depth + 1);
            members.put(name, value);
            afterObject = value instanceof Map<?, ?>;
            separator('}');
        }
        return members;
    }

    private Map<String, @Nullable Object> doubled(int depth) throws UnreadableJsonException {
        Map<String, @Nullable Object> inner = object(depth + 1);
        this.text.skipSpace();
        if (!this.text.take('}')) {
            throw this.text.expected("\"}\"");
        }
        this.text.repaired(JsonRepair.DOUBLED_BRACES);
        return inner;
    }

    private List<@Nullable Object> array(int depth) throws UnreadableJsonException {
        enter('[', depth);
        List<@Nullable Object> elements = new ArrayList<>();
        while (!this.text.take(']')) {
            elements.add(value(depth + 1));
            separator(']');
        }
        return elements;
    }

    /** Moves to the next member or element, or to the closing bracket. */
    private void separator(char close) throws UnreadableJsonException {
        this.text.skipSpace();
        if (this.text.peek() == close) {
            return;
        }
        if (!this.text.take(',')) {
            throw this.text.expected("\",\" or \"" + close + "\"");
        }
        this.text.skipSpace();
        if (this.text.peek() == close) {
            this.text.repaired(JsonRepair.TRAILING_COMMA);
        }
    }

    private String name() throws UnreadableJsonException {
        char c = this.text.peek();
        if (c == '"' || c == '\'') {
            return this.strings.read();
        }
        int begin = this.text.position();
        String word = (JsonText.isDigit(c) || c == '-') ? "" : word();
        if (word.isEmpty()) {
            this.text.moveTo(begin);
            throw this.text.expected("a name in quotes");
        }
        this.text.repaired(JsonRepair.NAME);
        return word;
    }

    private String word() {
        int begin = this.text.position();
        int i = begin;
        while (JsonText.isName(this.text.at(i))) {
            i++;
        }
        this.text.moveTo(i);
        return this.text.text.substring(begin, i);
    }

    private @Nullable Object literal() throws UnreadableJsonException {
        int begin = this.text.position();
        String word = word();
        String known = word.toLowerCase(Locale.ROOT);
        if (!word.equals(known)) {
            this.text.repaired(JsonRepair.LITERAL);
        }
        switch (known) {
            case "true", "false":
                return known.equals("true");
            case "null", "none":
                if (known.equals("none") && word.equals(known)) {
                    break;
                }
                return null;
            default:
                break;
        }
        this.text.moveTo(begin);
        throw this.text.expected("a value");
    }
}
